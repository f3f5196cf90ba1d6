/**
 * Several scenarios in one environment. They share its time, which moves on when all of them wait, and then only to the
 * nearest moment that one of them waits for.
 */
import { Mail } from '../../../db/entities/mail.ts';
import { User } from '../../../db/entities/user.ts';
import { putMessage } from '../../../db/outbox.ts';
import type { SwitchEnvironment } from './switch-environment.ts';

/** The environment as one of several scenarios sees it. */
export interface SharedEnvironment extends SwitchEnvironment {
  /** Lets days pass, for all scenarios at once. */
  passDays(days: number): Promise<void>;
  /** The owners of this scenario. They are deleted after it, so that they cost the others nothing. */
  owners: string[];
}

export type Scenario = (environment: SharedEnvironment) => Promise<void>;

interface Sleeper {
  until: number;
  wake: () => void;
  fail: (error: unknown) => void;
}

/** Removes accounts without a mail. Their workflows notice and end. */
async function forget({ orm, time }: SwitchEnvironment, owners: readonly string[]): Promise<void> {
  const em = orm.em.fork();
  const now = new Date(await time());
  await em.nativeDelete(Mail, { userId: { $in: [...owners] }, status: 'queued' });
  await em.nativeDelete(User, { id: { $in: [...owners] } });
  for (const subjectId of owners) await putMessage(em, { kind: 'switch', subjectId, seq: 0 }, now);
}

/** Runs scenarios side by side in one environment. */
export function runTogether(environment: SwitchEnvironment, scenarios: readonly Scenario[]): Promise<void>[] {
  let awake = scenarios.length;
  const sleepers = new Set<Sleeper>();

  async function moveOn(): Promise<void> {
    if (awake > 0 || sleepers.size === 0) return;
    const nearest = Math.min(...[...sleepers].map((sleeper) => sleeper.until));
    try {
      await environment.passTo(nearest);
    } catch (error) {
      awake += sleepers.size;
      for (const { fail } of sleepers) fail(error);
      sleepers.clear();
      return;
    }
    const woken = [...sleepers].filter((sleeper) => sleeper.until <= nearest);
    awake += woken.length;
    for (const sleeper of woken) {
      sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  const passUntil = (moment: number) =>
    new Promise<void>((wake, fail) => {
      sleepers.add({ until: moment, wake, fail });
      awake -= 1;
      void moveOn();
    });

  return scenarios.map(async (scenario) => {
    const owners: string[] = [];
    try {
      await scenario({
        ...environment,
        passTo: passUntil,
        passDays: async (days) => passUntil((await environment.time()) + days * environment.dayMs),
        owners,
      });
    } finally {
      await forget(environment, owners);
      awake -= 1;
      void moveOn();
    }
  });
}
