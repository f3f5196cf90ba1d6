/** Whether the database has every sign of life, and none that the owner did not give. */
import { type Broken, isCheckIn, type OwnerAct, type OwnerEvidence, type Rows } from '../evidence.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { acknowledged } from './moments.ts';

/** The server may act this much later than the client gave up waiting. */
const LOST_MS = 10_000;

/** Whether an act may have been done at a moment. */
export const couldBe = (act: OwnerAct, moment: number): boolean =>
  act.outcome !== 'refused' &&
  act.sentAt - 1 <= moment &&
  moment <= act.endedAt + (act.outcome === 'unknown' ? LOST_MS : 1);

/** The type of record that an act leaves in the log. */
const RECORDS = [
  ['check_in', 'check_in'],
  ['check_in_link', 'check_in_link'],
  ['log_in', 'login'],
] as const;

export function judgeSigns(
  owner: OwnerEvidence,
  { lastSeenAt }: Rows['switches'][number],
  { records }: Rows,
): Broken[] {
  const seen = acknowledged(owner).filter(isCheckIn);
  const broken = brokenPromiseRecorder(owner);
  const found: Broken[] = [];
  const last = seen.at(-1);
  if (last && lastSeenAt < last.sentAt) {
    const shows = `last seen ${last.sentAt - lastSeenAt} ms before it`;
    found.push(broken('an acknowledged sign of life counts', shows));
  }
  if (!owner.acts.some((act) => couldBe(act, lastSeenAt))) {
    const after = last ? `${lastSeenAt - last.endedAt} ms after the last of them` : 'never having done any';
    found.push(broken('nobody but the owner shows that they live', `last seen ${after}`));
  }
  for (const [what, type] of RECORDS) {
    const given = seen.filter((act) => act.what === what).length;
    const recorded = records.get(`${owner.userId}/${type}`) ?? 0;
    if (recorded < given) {
      const shows = `${given} times ${what}, recorded ${recorded}`;
      found.push(broken('an acknowledged sign of life counts', shows));
    }
  }
  return found;
}
