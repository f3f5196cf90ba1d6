/** Beats a heart for as long as a process lives and its service answers. */
import { beatMs, createHeart, type Heart, type Service, toleranceMs } from './liveness.ts';
import type { Orm } from './orm.ts';
import type { TrustedClock } from './trusted-clock.ts';

export interface Heartbeat {
  heart: Heart;
  stop(): Promise<void>;
}

/**
 * Compares the clock with every beat: who cannot date a sign of life counts as down.
 *
 * @param prove resolves where the service is up; where it rejects there is no beat, and so an outage
 * @param onMiss told of every beat that could not be
 */
export function startHeartbeat(
  orm: Orm,
  clock: TrustedClock,
  service: Service,
  dayMs: number,
  prove: () => Promise<void>,
  onMiss: (error: unknown) => void,
): Heartbeat {
  const heart = createHeart(service, toleranceMs(dayMs));
  let beating: Promise<void> | null = null;
  const beat = async () => {
    try {
      await clock.compare();
      await prove();
      await heart.beat(orm.em.fork(), new Date(clock.now()));
    } catch (error) {
      onMiss(error);
    }
  };
  const tick = () => {
    // A beat that takes longer than its interval is one beat, not two.
    beating ??= beat().finally(() => {
      beating = null;
    });
  };
  tick();
  const timer = setInterval(tick, beatMs(dayMs));
  return {
    heart,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
