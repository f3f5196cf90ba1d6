/** What happened to one owner, as seen from outside, in order. */
import type { CampaignEvidence, OwnerEvidence } from './evidence.ts';

/** A line for each event and kill, with the seconds since the first event. */
export function lifeStory(
  owner: OwnerEvidence,
  { mails, returned, outages, refusals }: CampaignEvidence,
): string[] {
  const { cast, acts, deeds, rehearsals, rehearsed } = owner;
  const people = new Set([cast.email, ...cast.successors.map(({ email }) => email)]);
  const asked = ({ outcome, code }: { outcome: string; code?: string | undefined }) =>
    outcome === 'refused' ? `refused: ${code}` : outcome;
  const events: [at: number, line: string][] = [
    ...acts.map((act): [number, string] => [act.endedAt, `owner: ${act.what}, ${asked(act)}`]),
    ...deeds.map((deed): [number, string] => [
      deed.endedAt,
      `${deed.successor}: ${deed.did}, ${asked(deed)}${deed.status ? `, ${deed.status}` : ''}`,
    ]),
    ...rehearsals.map((each): [number, string] => [
      each.endedAt,
      `owner: rehearsal with ${each.successor}, ${asked(each)}`,
    ]),
    ...rehearsed.map((deed): [number, string] => [
      deed.endedAt,
      `${deed.successor}: ${deed.did} in a rehearsal, ${asked(deed)}`,
    ]),
    ...refusals
      .filter(({ to }) => people.has(to))
      .map(({ at, to, reply }): [number, string] => [at, `mail to ${to} refused: ${reply}`]),
    ...[...mails, ...returned]
      .filter(({ to }) => people.has(to))
      .map((mail): [number, string] => [
        mail.at,
        `mail to ${mail.to}${mail.dropped ? ', dropped' : ''}: ${mail.subject} (${mail.messageId})`,
      ]),
    ...returned.flatMap(({ reportedAt, to, subject }): [number, string][] =>
      people.has(to) && reportedAt !== null
        ? [[reportedAt, `reported as returned from ${to}: ${subject}`]]
        : [],
    ),
  ];
  const from = Math.min(...events.map(([at]) => at));
  for (const { service, from: killed, backAt } of outages) {
    const [down, back] =
      service === 'clock'
        ? ['all clocks were wrong', 'all clocks were right']
        : [`${service} was killed`, `${service} was back`];
    events.push([killed, down], [backAt, back]);
  }
  const { life, thresholdDays, reminderPercents, quorum, session } = cast;
  return [
    `${cast.email}: ${life}, ${thresholdDays} days, reminders at ${reminderPercents.join(', ')} %, ${session}, quorum ${quorum} of ${cast.successors
      .map(({ answer, delayDays }) => `${answer}+${delayDays}`)
      .join(', ')}`,
    ...events
      .filter(([at]) => at >= from)
      .sort(([a], [b]) => a - b)
      .map(([at, line]) => `${((at - from) / 1000).toFixed(2).padStart(9)}  ${line}`),
  ];
}
