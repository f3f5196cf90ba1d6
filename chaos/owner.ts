/** An owner at their browser or with their program. Everything they do is recorded with its answer. */
import { CHECK_IN_FIRST } from '../api/switch/programs.ts';
import type { StoredAccount } from '../crypto/index.ts';
import { type ApiCaller, browser, visitor } from '../dev/callers.ts';
import { Failure } from '../dev/cli/failure.ts';
import { confirmSecond, enterSecond } from './add-second.ts';
import { addWays, latestLink } from './add-ways.ts';
import { type CampaignEnvironment, days, until } from './environment.ts';
import type {
  AcceptedMail,
  AddedSecond,
  AddedWay,
  OwnerAct,
  OwnerEvidence,
  QuestionAct,
  Rehearsal,
  ShownAnswer,
  SuccessorAct,
  Theft,
} from './evidence.ts';
import { makeKit } from './make-kit.ts';
import { type OwnerSession, openAccount } from './open-account.ts';
import { boxesOf } from './plan-seconds.ts';
import type { OwnerPlan, SignWay } from './plans.ts';
import { type SimulatedSuccessor, simulateSuccessor } from './successor.ts';
import { type Answered, type RequestAttempt, untilAnswered } from './until-answered.ts';
import { type OwnersVault, openVault, type PaperKit } from './vaults.ts';

/** An owner who waits for others shows a sign of life every so many days. */
const WAITING_DAYS = 3;
/** How often successors are asked: as often as possible, because a campaign doesn't last a year. */
const CONTACT_MONTHS = 3;

/** The evidence of an owner who has not done anything yet. */
export const noEvidence = (plan: OwnerPlan) =>
  ({
    plan,
    userId: '',
    acts: [] as OwnerAct[],
    successorActs: [] as SuccessorAct[],
    rehearsals: [] as Rehearsal[],
    rehearsed: [] as SuccessorAct[],
    seconds: [] as AddedSecond[],
    questions: [] as QuestionAct[],
    shown: [] as ShownAnswer[],
    refusals: [] as string[],
    thefts: [] as Theft[],
    kept: null as OwnerEvidence['kept'],
    texts: new Map() as OwnerEvidence['texts'],
    ways: [] as AddedWay[],
    sealedAt: null as number | null,
    trouble: [] as string[],
  }) satisfies OwnerEvidence;

/** An owner who plays their scenario. */
export interface SimulatedOwner extends ReturnType<typeof noEvidence> {
  successors: readonly SimulatedSuccessor[];
  /** Resolves with the first mail of a kind since their latest act, or with the nth reminder. */
  mail(kind: AcceptedMail['kind'], n?: number): Promise<AcceptedMail>;
  /** Resolves when a webhook or device of theirs has taken a warning since then. */
  warnedByWay(kind: 'reminder' | 'final_notice'): Promise<void>;
  /** Resolves with the first invitation since then, to any successor. */
  invitation(): Promise<AcceptedMail>;
  /** Resolves when a successor has seen the vault open since then. */
  opened(): Promise<void>;
  /** Shows a sign of life until it is acknowledged. */
  show(way: SignWay): Promise<void>;
  changeSettings(change: { thresholdDays: number }): Promise<Answered<unknown>>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Cancels the handover, or checks in if the answer to that was lost. */
  cancel(): Promise<void>;
  status(): Promise<string>;
  /** Rehearses with the first successor. */
  rehearse(): Promise<void>;
  /** Asks the first successor again whether they can be reached. */
  askAgain(): Promise<void>;
  /** Looks at what the first successor answered. */
  seeAnswer(): Promise<void>;
  /** Enters the password again, because the log-in is too long ago to serve as confirmation. */
  confirm(): Promise<unknown>;
  vault: OwnersVault;
  /** The browser or program that they always use. */
  call: ApiCaller;
  credentials: OwnerSession['credentials'];
  recoveryCode: string;
  /** Logs in with the browser that they always use. @throws Failure when that is refused */
  logIn(): Promise<StoredAccount>;
  /** Makes a request in the browser until it is answered. If it is acknowledged, it is a sign of life. */
  write(request: Parameters<typeof untilAnswered>[1]): Promise<Answered<unknown>>;
}

/** Resolves with an owner whose successors are all verified, and who has just shown a sign of life. */
export async function startOwner(
  environment: CampaignEnvironment,
  plan: OwnerPlan,
  begun: (owner: SimulatedOwner) => void,
): Promise<SimulatedOwner> {
  const { mailLog, over, takeTurn } = environment;
  const acts: OwnerAct[] = [];
  let thresholdDays = 90;
  const note = (what: OwnerAct['what'], threshold?: number) => (each: RequestAttempt) => {
    if (each.outcome === 'acknowledged' && threshold) thresholdDays = threshold;
    const { sentAt, endedAt, outcome, code } = each;
    acts.push({ what, sentAt, endedAt, outcome, code, thresholdDays: threshold ?? thresholdDays });
  };
  const session = await openAccount(environment, plan, note);
  const { call } = session;
  const wrote = plan.session === 'cookie' ? note('write') : undefined;
  const vault = openVault(session.vault, call, {
    read: (request) => untilAnswered(over, request),
    write: (request) => untilAnswered(over, request, wrote),
  });
  const kits = new Map<string, PaperKit>();
  const owner = createOwner(environment, plan, { ...session, vault, kits }, acts, note);
  begun(owner);

  owner.ways.push(...(await addWays(environment, call, plan.ways, wrote)));
  const { reminderPercents, quorum } = plan;
  const settings = {
    thresholdDays: plan.thresholdDays,
    reminderPercents: [...reminderPercents],
    quorum,
    contactMonths: CONTACT_MONTHS,
  };
  await takeTurn(async () => {
    const set = note('settings', plan.thresholdDays);
    await untilAnswered(over, () => call.PUT('/inactivity/settings', { body: settings }), set);
    const { ownerKey } = vault;
    for (const successor of plan.successors) {
      const { name, email, delayDays, restricted } = successor;
      const body = {
        name,
        email,
        handoverDelayDays: delayDays,
        restrictToAssignedEntries: restricted,
        ownerKey,
      };
      await untilAnswered(over, () => call.POST('/successors', { body }), wrote);
      await enterSecond(environment, successor, {
        call,
        confirm: owner.confirm,
        write: (request) => untilAnswered(over, request, wrote),
        checkIn: () => owner.show('check_in'),
      });
    }
  });
  let ready = false;
  let failed: unknown;
  const confirmed = plan.successors.map(async (successor) => {
    const { email } = successor;
    const { token } = await mailLog.await(email, ({ kind }) => kind === 'successor_verification', over);
    // The first verification arms the switch, which starts the clock.
    const maybe = (each: RequestAttempt) => note('armed')({ ...each, outcome: 'unknown' });
    const kit = await makeKit(environment, token ?? '', maybe);
    if (!kit) throw new Failure(`the link to ${email} no longer works`);
    kits.set(email, kit);
    const second = await confirmSecond(environment, successor);
    if (second) owner.seconds.push(second);
  });
  Promise.all(confirmed).then(
    () => {
      ready = true;
    },
    (error) => {
      failed = error;
    },
  );
  for (;;) {
    if (failed) throw failed;
    await owner.show('check_in');
    if (ready && (await takeTurn(() => vault.sealToAll(plan, kits)))) {
      owner.sealedAt = Date.now();
      return owner;
    }
    const shownAt = Date.now();
    const tired = () => Date.now() - shownAt > WAITING_DAYS * environment.dayMs;
    await until(environment, () => (ready && Date.now() - shownAt > environment.dayMs / 2) || tired());
  }
}

interface Home extends Omit<OwnerSession, 'vault'> {
  vault: OwnersVault;
  kits: ReadonlyMap<string, PaperKit>;
}

function createOwner(
  environment: CampaignEnvironment,
  plan: OwnerPlan,
  { call, userId, credentials, recoveryCode, vault, kits }: Home,
  acts: OwnerAct[],
  note: (what: OwnerAct['what'], thresholdDays?: number) => (each: RequestAttempt) => void,
): SimulatedOwner {
  const { service, mailLog, over } = environment;
  const evidence = { ...noEvidence(plan), userId, acts, texts: vault.texts };
  const { successorActs, rehearsals, rehearsed, questions } = evidence;
  const since = () => Math.max(0, ...acts.map(({ endedAt }) => endedAt));
  const notes = {
    did: (successorAct: SuccessorAct) => void successorActs.push(successorAct),
    rehearsed: (successorAct: SuccessorAct) => void rehearsed.push(successorAct),
    answered: (questionAct: QuestionAct) => void questions.push(questionAct),
  };
  const successors = plan.successors.map((each) =>
    simulateSuccessor(environment, each, plan.rehearsalAnswer, () => kits.get(each.email), notes),
  );

  // When a stranger has locked the address, only a browser that the owner has used before gets in.
  const familiar = () => (plan.scenario === 'stranger_at_log_in' ? call : browser(service));
  const WAYS: Record<SignWay, () => Promise<Answered<unknown>>> = {
    check_in: () => untilAnswered(over, () => call.POST('/activity/check-in'), note('check_in')),
    async write() {
      const body = await vault.write();
      return untilAnswered(over, () => call.POST('/vault/entries', { body }), note('write'));
    },
    log_in: () =>
      untilAnswered(over, () => familiar().POST('/auth/login', { body: credentials }), note('log_in')),
    check_in_link() {
      const token = latestLink(environment, plan.email, owner.ways);
      if (!token) return WAYS.check_in();
      return untilAnswered(
        over,
        () => visitor(service).POST('/activity/check-in-link', { body: { token } }),
        note('check_in_link'),
      );
    },
  };

  /** The first successor, as the owner is shown them. */
  async function firstNamed() {
    const { data, sentAt } = await untilAnswered(over, () => call.GET('/successors'));
    const named = data?.successors.find(({ email }) => email === plan.successors[0]?.email);
    return named && { ...named, sentAt };
  }

  const confirm = () =>
    untilAnswered(
      over,
      () => call.POST('/auth/confirm', { body: { password: credentials.password } }),
      plan.session === 'cookie' ? note('write') : undefined,
    );

  const owner: SimulatedOwner = {
    call,
    credentials,
    recoveryCode,
    confirm,
    async logIn() {
      const request = () => call.POST('/auth/login', { body: credentials });
      const { data, code } = await untilAnswered(over, request, note('log_in'));
      if (!data) throw new Failure(`the log-in was refused: ${code}`);
      return data.user;
    },
    write: (request) => untilAnswered(over, request, note('write')),
    ...evidence,
    vault,
    successors,
    mail(kind, n = 0) {
      const from = since();
      return mailLog.await(plan.email, (mail) => mail.kind === kind && mail.at > from && mail.n >= n, over);
    },
    async warnedByWay(kind) {
      const from = since();
      const names = new Set(owner.ways.map(({ name }) => name));
      await until(environment, () =>
        environment.wayReceiver.deliveries.some(
          (each) => each.kind === kind && names.has(each.way) && (each.takenAt ?? 0) > from,
        ),
      );
    },
    async invitation() {
      const from = since();
      const invited = ({ kind, at }: AcceptedMail) => kind === 'invitation' && at > from;
      return until(environment, () =>
        plan.successors
          .flatMap(boxesOf)
          .flatMap((box) => mailLog.to(box))
          .find(invited),
      );
    },
    async opened() {
      const from = since();
      await until(environment, () =>
        successorActs.some(({ did, sentAt, outcome, status }) => {
          return sentAt > from && outcome === 'acknowledged' && (did === 'read' || status === 'released');
        }),
      );
    },
    async show(way) {
      const { outcome } = await WAYS[way]();
      // If the answer to an attempt was lost, its link was used up and doesn't work again.
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async changeSettings(change) {
      await confirm();
      return untilAnswered(
        over,
        () => call.PUT('/inactivity/settings', { body: change }),
        note('settings', change.thresholdDays),
      );
    },
    async pause() {
      const request = () => untilAnswered(over, () => call.POST('/inactivity/pause'), note('pause'));
      const { code } = await request();
      // On a busy machine, the handover may have begun. A program has to check in first.
      if (!CHECK_IN_FIRST.some((each) => each === code)) return;
      await WAYS.check_in();
      await request();
    },
    async resume() {
      await confirm();
      const { outcome } = await untilAnswered(over, () => call.POST('/inactivity/resume'), note('resume'));
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async cancel() {
      // In a browser, confirming the password would itself end the handover.
      if (plan.session === 'bearer') await confirm();
      const body = { reason: 'I was only away.' };
      const { outcome } = await untilAnswered(
        over,
        () => call.POST('/handover/cancel', { body }),
        note('cancel'),
      );
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async status() {
      const { data } = await untilAnswered(over, () => call.GET('/handover/status'));
      return data?.status ?? '';
    },
    async rehearse() {
      const named = await firstNamed();
      if (!named) return;
      const { email: successor } = named;
      const { entry, encryptedShare } = await vault.rehearsal(named);
      const body = { successorId: named.id, entry, encryptedShare };
      const wrote = plan.session === 'cookie' ? note('write') : () => {};
      await untilAnswered(
        over,
        () => call.POST('/handover/rehearsal', { body }),
        ({ sentAt, endedAt, outcome, code }) => {
          wrote({ sentAt, endedAt, outcome, code });
          rehearsals.push({ successor, sentAt, endedAt, outcome, code });
        },
      );
    },
    async askAgain() {
      const named = await firstNamed();
      if (!named) return;
      const params = { path: { id: named.id } };
      const wrote = plan.session === 'cookie' ? note('write') : () => {};
      await untilAnswered(
        over,
        () => call.POST('/successors/{id}/contact-question', { params }),
        ({ data: _, ...each }) => {
          wrote(each);
          questions.push({ successor: named.email, did: 'asked', ...each });
        },
      );
    },
    async seeAnswer() {
      const named = await firstNamed();
      if (!named) return;
      const { email: successor, sentAt, contact } = named;
      owner.shown.push({ successor, sentAt, answer: contact?.answer ?? null });
    },
  };
  return owner;
}

/** Shows signs of life regularly until the campaign ends. */
export async function showSignsToTheEnd(
  environment: CampaignEnvironment,
  owner: SimulatedOwner,
): Promise<void> {
  const { ending } = environment;
  // On a busy machine, a log-in may be tried again and again. The campaign doesn't wait for it.
  const ended = new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve()));
  while (!ending.aborted) {
    await days(environment, WAITING_DAYS);
    const shown = owner.show(owner.plan.way === 'check_in_link' ? 'check_in' : owner.plan.way);
    await Promise.race([shown, ended]);
  }
}
