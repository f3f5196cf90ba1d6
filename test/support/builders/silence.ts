/** An owner's silence, on days that pass when a test says so. */
import { Mail } from '../../../db/entities/mail.ts';
import type { LongDayEnvironment } from '../servers/long-day-environment.ts';
import { until } from '../until.ts';

/** The settings of an owner who falls silent here. */
export const SHORT_SILENCE = { thresholdDays: 10, reminderPercents: [50] };

/** Lets days pass, from one mail to the next, until the successors are asked. */
export async function passSilence(environment: LongDayEnvironment, userId: string): Promise<void> {
  await environment.rest();
  for (const [days, kind] of [
    [5, 'reminder'],
    [5, 'final_notice'],
    [2, 'invitation'],
  ] as const) {
    const accepted = () => environment.em().count(Mail, { kind, userId, status: 'accepted' });
    const before = await accepted();
    await environment.passDays(userId, days);
    await until(`the mail ${kind}`, async () => (await accepted()) > before);
    await environment.rest();
  }
}
