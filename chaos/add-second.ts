/** How an owner gives a successor a second address, and the successor confirms it, while servers are killed. */
import { CHECK_IN_FIRST } from '../api/switch/programs.ts';
import { type ApiCaller, visitor } from '../dev/callers.ts';
import { Failure } from '../dev/cli/failure.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { AddedSecond } from './evidence.ts';
import { goneBox } from './plan-seconds.ts';
import type { SuccessorPlan } from './plans.ts';
import { type Answered, untilAnswered } from './until-answered.ts';

/** What a mail server says about a mailbox that has been closed for good. */
const GONE = '550 5.1.1 no such mailbox';

export interface SecondSteps {
  call: ApiCaller;
  /** Enters the owner's password again. */
  confirm(): Promise<unknown>;
  /** Makes the request as the owner, until it is answered. */
  write(request: Parameters<typeof untilAnswered>[1]): Promise<Answered<unknown>>;
  checkIn(): Promise<unknown>;
}

/** Enters a successor's second address. On a busy machine, a handover may have begun. */
export async function enterSecond(
  { over }: CampaignEnvironment,
  { email, second }: SuccessorPlan,
  { call, confirm, write, checkIn }: SecondSteps,
): Promise<void> {
  if (!second) return;
  const { data } = await untilAnswered(over, () => call.GET('/successors'));
  const params = { path: { id: data?.successors.find((each) => each.email === email)?.id ?? '' } };
  const body = { secondEmail: second.address };
  for (;;) {
    await confirm();
    const { outcome, code } = await write(() => call.PUT('/successors/{id}', { params, body }));
    if (outcome === 'acknowledged') return;
    if (!CHECK_IN_FIRST.some((each) => each === code))
      throw new Failure(`the second address of ${email} was refused: ${code}`);
    await checkIn();
  }
}

/** Confirms the second address by its link. From then on, the mailbox that is planned to go accepts nothing. */
export async function confirmSecond(
  { service, mailLog, mailboxes, over }: CampaignEnvironment,
  successor: SuccessorPlan,
): Promise<AddedSecond | null> {
  const { email, second } = successor;
  if (!second) return null;
  const { token } = await mailLog.await(second.address, ({ kind }) => kind === 'second_address', over);
  const body = { token: token ?? '' };
  let triedAt = Number.POSITIVE_INFINITY;
  const { outcome, code, endedAt } = await untilAnswered(
    over,
    () => visitor(service).POST('/successors/second-address', { body }),
    ({ sentAt }) => {
      triedAt = Math.min(triedAt, sentAt);
    },
  );
  if (outcome !== 'acknowledged')
    throw new Failure(`the second address of ${email} was not confirmed: ${code}`);
  const gone = goneBox(successor);
  if (gone) mailboxes.shut(gone, GONE);
  return { successor: email, address: second.address, triedAt, confirmedAt: endedAt };
}
