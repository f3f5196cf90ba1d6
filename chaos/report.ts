/** The table at the end of a campaign, and the list of broken promises. */
import type { Campaign } from './campaign.ts';
import { nameOfJump } from './clock-jumps.ts';
import type { AttackCounts } from './crowd/settings.ts';
import {
  type Broken,
  type CampaignEvidence,
  type ClockJump,
  type RequestOutcome,
  SERVICES,
} from './evidence.ts';
import { copies } from './judge/copies.ts';
import { undisturbed } from './judge/crowd.ts';
import { openings } from './judge/openings.ts';
import { LATE_MS, releases } from './judge/releases.ts';
import { lettersToBoth } from './judge/second-addresses.ts';
import { startedOver } from './judge/takeover.ts';
import { firstCopies } from './judge/warnings.ts';
import { dueAtWays, undisturbedAtWays } from './judge/ways.ts';
import type { SecondPlan } from './plan-seconds.ts';

const counted = <T>(items: readonly T[], name: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return counts;
};

const STEPS = {
  verify_email: 'owner: verify the address',
  password_reset: 'owner: new password',
  reminder: 'owner: reminder',
  final_notice: 'owner: final notice',
  pause_reminder: 'owner: still paused',
  owner_alive: 'owner: reported alive',
  access_notice: 'owner: vault opened',
  successor_verification: 'successor: named',
  second_address: 'successor: second address',
  contact_question: 'successor: question',
  invitation: 'successor: invitation',
  access: 'successor: access',
  access_reminder: 'successor: access ends',
  rehearsal: 'successor: rehearsal',
  handover_cancelled: 'successor: cancelled',
  restored: 'owner: replica promoted',
  code: 'owner: code of a mailbox',
  other: 'other',
};

const ACTS = {
  check_in: 'check-in',
  check_in_link: 'check-in by link',
  log_in: 'log-in',
  write: 'write',
  settings: 'settings',
  pause: 'pause',
  resume: 'resume',
  cancel: 'cancel',
};

const SUCCESSOR_ACTS = {
  accept: 'accept',
  decline: 'decline',
  owner_alive: 'the owner is alive',
  read: 'read',
};

const columns = (cells: readonly string[], widths: readonly number[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('');

const lineOfJump = ({ days, from, to, backAt, accepted }: ClockJump): string =>
  `  All clocks were ${nameOfJump(days)} for ${((to - from) / 1000).toFixed(1)} s. The service resumed ${(
    (backAt - to) / 1000
  ).toFixed(1)} s later${
    accepted ? ', after npm run admin -- clock --accept: a heartbeat was in the future' : ' by itself'
  }.`;

function lineOfCrowd({ crowd }: Pick<CampaignEvidence, 'crowd'>): string {
  if (!crowd) return 'There were no attackers.';
  const all = Object.values(crowd.counts);
  const sum = (of: keyof AttackCounts) => all.reduce((total, each) => total + each[of], 0);
  return (
    `Attackers in ${crowd.networks} networks and an account with ${crowd.sessions} sessions sent ${sum('asked')} requests, ` +
    `of which ${sum('refused')} were refused and ${sum('turnedAway')} turned away, and kept up to ${sum('mostHeld')} open at a time.`
  );
}

function linesOfWays({ evidence, rows }: Campaign): string[] {
  const { owners, deliveries } = evidence;
  const ways = owners.flatMap((owner) => owner.ways);
  const kinds = counted(ways, ({ kind, habit }) => `${kind} that ${habit === 'gone' ? 'is gone' : habit}`);
  const due = dueAtWays(evidence, rows);
  const accepted = ({ row }: { row: { status: string } | undefined }) => row?.status === 'accepted';
  const calm = undisturbedAtWays(evidence, rows);
  return [
    `  Other ways to owners: ${ways.length} (${[...kinds].map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ')}).`,
    `  Warnings due there: ${due.length}, ${due.filter(accepted).length} of them taken; ` +
      `undisturbed at ways that work: ${calm.length}, ${calm.filter(accepted).length} of them taken; ` +
      `requests to webhooks and devices: ${deliveries.length}.`,
  ];
}

function lineOfSeconds({ evidence, rows }: Campaign): string {
  const plans = evidence.owners.flatMap(({ plan }) => plan.successors.flatMap(({ second }) => second ?? []));
  const of = (gone: SecondPlan['gone']) => plans.filter((each) => each.gone === gone).length;
  const letters = lettersToBoth(evidence, rows);
  const accepted = letters.filter(({ row }) => row.status === 'accepted');
  return (
    `  Successors with two addresses: ${plans.length} (of ${of('first')} the first was gone, of ${of('second')} the second). ` +
    `Mails there: ${letters.length}, ${accepted.length} of them accepted.`
  );
}

const WIDTHS = [32, 14, 14, 14, 14, 14];

export function report(campaign: Campaign, broken: readonly Broken[]): string {
  const { evidence, rows } = campaign;
  const judged = startedOver(evidence);
  const { owners, mails, returned, outages, jumps, selfEnded, refusals, shut } = evidence;
  const lines: string[] = [];
  const row = (...cells: (string | number)[]) =>
    lines.push(`  ${columns(cells.map(String), WIDTHS)}`.trimEnd());

  const outcomes = (name: string, tries: readonly { outcome: RequestOutcome }[], more = '') => {
    const own = counted(tries, ({ outcome }) => outcome);
    if (own.size > 0)
      row(name, own.get('acknowledged') ?? 0, own.get('refused') ?? 0, own.get('unknown') ?? 0, more);
  };
  row('Requests of owners', 'acknowledged', 'refused', 'no response', 'slowest, s');
  const acts = owners.flatMap((owner) => owner.acts);
  const waiting = undisturbed(evidence);
  for (const [what, name] of Object.entries(ACTS)) {
    const own = waiting.filter(({ act }) => act.what === what).map(({ tookMs }) => tookMs);
    outcomes(
      name,
      acts.filter((act) => act.what === what),
      own.length > 0 ? (Math.max(...own) / 1_000).toFixed(2) : '',
    );
  }
  outcomes(
    'rehearsal',
    owners.flatMap(({ rehearsals }) => rehearsals),
  );
  const questions = owners.flatMap((owner) => owner.questions);
  outcomes(
    'ask a successor again',
    questions.filter(({ did }) => did === 'asked'),
  );

  lines.push(
    `  The slowest are among ${waiting.length} requests that no fault affected. ${lineOfCrowd(evidence)}`,
  );

  lines.push('');
  row('Requests of successors', 'acknowledged', 'refused', 'no response');
  const successorActs = owners.flatMap((owner) => owner.successorActs);
  for (const [what, name] of Object.entries(SUCCESSOR_ACTS))
    outcomes(
      name,
      successorActs.filter(({ did }) => did === what),
    );
  outcomes(
    'in a rehearsal, any of these',
    owners.flatMap(({ rehearsed }) => rehearsed),
  );

  outcomes(
    'that they can be reached',
    questions.filter(({ did }) => did === 'here'),
  );
  outcomes(
    'that their sheet is lost',
    questions.filter(({ did }) => did === 'sheet_lost'),
  );

  const kits = [...successorActs, ...owners.flatMap(({ rehearsed }) => rehearsed)].flatMap(
    ({ opened }) => opened ?? [],
  );
  const entries = kits.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
  const waited = kits.filter(({ locked }) => locked === 'quorum_missing').length;
  lines.push(
    `  With their kits they opened ${entries} entries in ${kits.filter(({ locked }) => !locked).length} visits; ` +
      `in ${waited} visits a share was still missing.`,
  );

  lines.push('');
  row('Mails by step and person', 'sent', 'duplicates', 'explained');
  const again = copies(evidence);
  const stepOf = ({ kind, n }: { kind: keyof typeof STEPS; n: number }) => {
    const nth = kind === 'reminder' || (kind === 'invitation' && n > 1) ? ` ${n}` : '';
    return `${STEPS[kind]}${nth}`;
  };
  const sent = counted(firstCopies(mails), stepOf);
  for (const step of [...sent.keys()].sort()) {
    const own = again.filter(({ mail }) => stepOf(mail) === step);
    row(step, sent.get(step) ?? 0, own.length, own.filter(({ excuse }) => excuse !== null).length);
  }
  lines.push(
    `  Refused by full mailboxes: ${refusals.length} attempts, of ${counted(shut, ({ address }) => address).size} people.`,
  );

  const reported = returned.filter(({ reportedAt }) => reportedAt !== null).length;
  lines.push(
    `  Bounced after they were accepted: ${returned.length}, ${reported} of them reported; dropped without a report: ${
      mails.filter(({ dropped }) => dropped).length
    }.`,
  );

  lines.push(...linesOfWays(campaign), lineOfSeconds(campaign));

  lines.push('');
  row('Releases', 'expected', 'done', 'early', 'late', 'missing');
  const all = releases(judged);
  const done = all.filter(({ openedAt }) => openedAt !== null);
  const late = done.filter(({ lateMs, allowedMs }) => lateMs > allowedMs).length;
  const early = broken.filter(({ promise }) => promise === 'never released early').length;
  row('owners who stay silent', all.length, done.length, early, late, all.length - done.length);
  const latest = Math.max(0, ...done.map(({ lateMs }) => lateMs));
  const released = rows.handovers.filter(({ releasedAt }) => releasedAt !== null).length;
  lines.push(
    `  The latest was ${(latest / 1000).toFixed(1)} s after its due time, without outages (late: more than ${LATE_MS / 1000} s, and 120 s more for each "the owner is alive").`,
    `  All releases, including those that a returning owner cancelled: ${released}; visits: ${
      owners.flatMap(openings).filter(({ did }) => did === 'read').length
    }.`,
  );

  lines.push('');
  row('Killed with -9', 'times', 'down, s', 'crashed');
  for (const service of SERVICES) {
    const own = outages.filter((each) => each.service === service);
    const died = selfEnded.filter((each) => each === service).length;
    const down = own.reduce((sum, { from, backAt }) => sum + backAt - from, 0);
    row(service, own.length - died, (down / 1000).toFixed(1), died);
  }
  const { takeover } = evidence;
  if (takeover) {
    const { lostFrom, killedAt, upAt, noticedAt } = takeover;
    const lost = acts.filter(
      ({ outcome, endedAt, sentAt }) => outcome === 'acknowledged' && endedAt > lostFrom && sentAt < killedAt,
    ).length;
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    lines.push(
      `  A replica that was ${seconds(killedAt - lostFrom)} behind was promoted within ${seconds(upAt - killedAt)}; ` +
        `${lost} acknowledged requests of owners may be lost; ` +
        (noticedAt ? `every switch started over ${seconds(noticedAt - upAt)} later.` : 'it was not noticed.'),
    );
  } else lines.push('  No replica was promoted.');
  lines.push(...jumps.map(lineOfJump));
  for (const { mail, excuse } of again) {
    lines.push(
      `  twice: "${mail.subject}" to ${mail.to}, ${mail.messageId}${excuse ? `, around a kill of ${excuse.service}` : ''}`,
    );
  }
  return lines.join('\n');
}

/** The broken promises, each with its owner and the evidence. */
export function verdict(broken: readonly Broken[]): string {
  if (broken.length === 0) return 'Every promise held.';
  return [
    `${broken.length} broken:`,
    ...broken.map(({ promise, owner, evidence }) => `  ✗ ${promise}: ${owner}: ${evidence}`),
  ].join('\n');
}
