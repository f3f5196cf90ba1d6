/** What happened to one owner, as seen from outside, in order. */
import type { CampaignEvidence, OwnerEvidence } from './evidence.ts';
import { successorMailboxes } from './plan-seconds.ts';

/** A line for each event and kill, with the seconds since the first event. */
export function ownerTimeline(
  owner: OwnerEvidence,
  { mails, returned, outages, refusals, deliveries }: CampaignEvidence,
): string[] {
  const { plan, acts, successorActs, rehearsals, rehearsed, questions, ways } = owner;
  const boxes = ways.flatMap((way) => (way.kind === 'mailbox' ? way.address : []));
  const people = new Set([plan.email, ...boxes, ...successorMailboxes(plan)]);
  const hooks = new Set(ways.map(({ name }) => name));
  const asked = ({ outcome, code }: { outcome: string; code?: string | undefined }) =>
    outcome === 'refused' ? `refused: ${code}` : outcome;
  const events: [at: number, line: string][] = [
    ...acts.map((act): [number, string] => [act.endedAt, `owner: ${act.what}, ${asked(act)}`]),
    ...successorActs.map((successorAct): [number, string] => [
      successorAct.endedAt,
      `${successorAct.successor}: ${successorAct.did}, ${asked(successorAct)}${successorAct.status ? `, ${successorAct.status}` : ''}`,
    ]),
    ...rehearsals.map((each): [number, string] => [
      each.endedAt,
      `owner: rehearsal with ${each.successor}, ${asked(each)}`,
    ]),
    ...rehearsed.map((successorAct): [number, string] => [
      successorAct.endedAt,
      `${successorAct.successor}: ${successorAct.did} in a rehearsal, ${asked(successorAct)}`,
    ]),
    ...questions.map((each): [number, string] => [
      each.endedAt,
      `question to ${each.successor}: ${each.did}, ${asked(each)}`,
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
    ...deliveries
      .filter(({ way }) => hooks.has(way))
      .map(({ at, way, kind, n, id, answer }): [number, string] => [
        at,
        `way ${way}: ${kind} ${n} (${id}), answered ${answer ?? 'nothing'}`,
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
  const { scenario, thresholdDays, reminderPercents, quorum, session } = plan;
  return [
    `${plan.email}: ${scenario}, ${thresholdDays} days, reminders at ${reminderPercents.join(', ')} %, ${session}, quorum ${quorum} of ${plan.successors
      .map(({ answer, delayDays }) => `${answer}+${delayDays}`)
      .join(', ')}${ways.map(({ name, kind, habit }) => `, ${kind} ${name} ${habit}`).join('')}`,
    ...events
      .filter(([at]) => at >= from)
      .sort(([a], [b]) => a - b)
      .map(([at, line]) => `${((at - from) / 1000).toFixed(2).padStart(9)}  ${line}`),
  ];
}
