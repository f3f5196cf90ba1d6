/** A process's heartbeat: the rows of `liveness` that prove it was up and its service answered. */
import { randomUUIDv7 } from 'node:crypto';
import { Liveness } from './entities/liveness.ts';
import { beatMs, type MonitoredService, toleranceMs } from './liveness.ts';
import type { EntityManager, Orm } from './orm.ts';
import { withTimeout } from './timeout.ts';
import type { TrustedClock } from './trusted-clock.ts';

/** Two years of threshold, one of credit: nothing older can matter to any owner. */
const KEEP_DAYS = 3 * 730;

/** A beat that takes longer to store is missed, because its connection may be dead. */
const STORED_WITHIN_MS = 10_000;

/** One process's record of a service being up. */
export interface HeartbeatRecorder {
  /** Proves that the service is up now, and has been since the beat before. The first beat alone proves nothing. */
  beat(em: EntityManager, now: Date): Promise<void>;
}

/** Beats extend one stretch. Missed beats end it, because nothing proves that the service was up in between. */
export function createHeartbeatRecorder(service: MonitoredService, tolerance: number): HeartbeatRecorder {
  let current: { id: string; beatAt: number } | null = null;
  return {
    async beat(em, now) {
      const at = now.getTime();
      const sinceBeat = current === null ? null : at - current.beatAt;
      // Thousands of mails a minute would all update the same row, and they don't arrive in order either.
      if (sinceBeat !== null && sinceBeat >= -tolerance && sinceBeat < tolerance / 30) return;
      // A clock that was set back also ends the stretch: beats from while it was ahead prove nothing about now.
      if (current && sinceBeat !== null && sinceBeat >= 0 && sinceBeat <= tolerance) {
        const updated = await em.nativeUpdate(Liveness, { id: current.id }, { beatAt: now });
        if (updated === 1) {
          // A beat that was given up may still arrive.
          current.beatAt = Math.max(current.beatAt, at);
          return;
        }
      }
      const id = randomUUIDv7();
      await em.insert(Liveness, { id, service, startedAt: now, beatAt: now });
      current = { id, beatAt: at };
      await em.execute('delete from liveness where beat_at < ?', [new Date(at - KEEP_DAYS * 86_400_000)]);
    },
  };
}

export interface Heartbeat {
  recorder: HeartbeatRecorder;
  stop(): Promise<void>;
}

/**
 * Beats at an interval for as long as the process lives and its service answers. Each beat also checks the clock: a
 * service that can't date a sign of life is down.
 *
 * @param prove resolves if the service is up; if it rejects, the beat is missed
 * @param onMiss called for every missed beat
 */
export function startHeartbeat(
  orm: Orm,
  clock: TrustedClock,
  service: MonitoredService,
  dayMs: number,
  prove: () => Promise<void>,
  onMiss: (error: unknown) => void,
): Heartbeat {
  const recorder = createHeartbeatRecorder(service, toleranceMs(dayMs));
  let beating: Promise<void> | null = null;
  const beat = async () => {
    try {
      await clock.compare();
      await prove();
      await withTimeout(recorder.beat(orm.em.fork(), new Date(clock.now())), STORED_WITHIN_MS);
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
    recorder,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
