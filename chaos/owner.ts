/** An owner at their browser or with their program: everything they do is noted, with what was answered. */
import { browser, type Caller, visitor } from '../dev/demo/callers.ts';
import type { CastOwner, Way } from './cast.ts';
import type { Act, CaughtMail, Deed, OwnerEvidence, Theft } from './evidence.ts';
import { type Answered, insist, type Try } from './insist.ts';
import { moveIn, type Session } from './move-in.ts';
import { sealed } from './sealed.ts';
import { type LivingSuccessor, liveAsSuccessor } from './successor.ts';
import { days, until, type World } from './world.ts';

/** How often somebody who waits for others shows that they live, in days. */
const WAITING_DAYS = 3;

/** An owner in the course of their life. */
export interface Owner extends OwnerEvidence {
  acts: Act[];
  deeds: OwnerEvidence['deeds'][number][];
  rehearsals: OwnerEvidence['rehearsals'][number][];
  rehearsed: OwnerEvidence['rehearsed'][number][];
  refusals: string[];
  thefts: Theft[];
  kept: string[] | null;
  trouble: string[];
  successors: readonly LivingSuccessor[];
  /** The first mail of a kind since their latest act; the nth of its kind where that is said. */
  mail(kind: CaughtMail['kind'], n?: number): Promise<CaughtMail>;
  /** The first invitation of anybody since then. */
  invitation(): Promise<CaughtMail>;
  /** Resolves when somebody has seen the vault open since then. */
  opened(): Promise<void>;
  /** Shows that they live, until it is acknowledged. A link is that of the latest mail which has one. */
  show(way: Way): Promise<void>;
  changeSettings(change: { thresholdDays: number }): Promise<Answered<unknown>>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Calls the handover off, and makes sure by a check-in where no answer said that it was. */
  cancel(): Promise<void>;
  status(): Promise<string>;
  /** Rehearses with the first successor. */
  rehearse(): Promise<void>;
  /** The browser or program that they use all the time. */
  call: Caller;
  credentials: Session['credentials'];
  /** Does something in the browser until it is answered; what is acknowledged is a sign of life. */
  write(request: Parameters<typeof insist>[1]): Promise<Answered<unknown>>;
}

/** @returns an owner whose successors are all verified, and who has just been seen */
export async function beginLife(
  world: World,
  cast: CastOwner,
  begun: (owner: Owner) => void,
): Promise<Owner> {
  const { service, post, over, door } = world;
  const acts: Act[] = [];
  let thresholdDays = 90;
  const note = (what: Act['what'], threshold?: number) => (each: Try) => {
    if (each.outcome === 'acknowledged' && threshold) thresholdDays = threshold;
    const { sentAt, endedAt, outcome, code } = each;
    acts.push({ what, sentAt, endedAt, outcome, code, thresholdDays: threshold ?? thresholdDays });
  };
  const { call, userId, credentials } = await moveIn(world, cast, note);
  const owner = createOwner(world, cast, { call, userId, credentials }, acts, note);
  begun(owner);

  const { reminderPercents, quorum } = cast;
  const settings = { thresholdDays: cast.thresholdDays, reminderPercents: [...reminderPercents], quorum };
  await door(async () => {
    const set = note('settings', cast.thresholdDays);
    await insist(over, () => call.PUT('/inactivity/settings', { body: settings }), set);
    const wrote = cast.session === 'cookie' ? note('write') : undefined;
    for (const { name, email, delayDays } of cast.successors) {
      const body = { name, email, handoverDelayDays: delayDays, restrictToAssignedEntries: false };
      await insist(over, () => call.POST('/successors', { body }), wrote);
    }
  });
  const verified = new Set<string>();
  for (const { email } of cast.successors) {
    void post
      .await(email, ({ kind }) => kind === 'successor_verification', over)
      .then(async ({ token }) => {
        const params = { query: { token: token ?? '' } };
        // Whichever is the first arms the switch, and so starts the clock.
        const maybe = (each: Try) => note('armed')({ ...each, outcome: 'unknown' });
        await insist(over, () => visitor(service).GET('/successors/verify', { params }), maybe);
        verified.add(email);
      })
      .catch(() => {});
  }
  for (;;) {
    await owner.show('check_in');
    if (verified.size === cast.successors.length) return owner;
    const shownAt = Date.now();
    const tired = () => Date.now() - shownAt > WAITING_DAYS * world.dayMs;
    await until(world, () => verified.size === cast.successors.length || tired());
  }
}

function createOwner(
  world: World,
  cast: CastOwner,
  { call, userId, credentials }: Session,
  acts: Act[],
  note: (what: Act['what'], thresholdDays?: number) => (each: Try) => void,
): Owner {
  const { service, post, over } = world;
  const deeds: Owner['deeds'] = [];
  const since = () => Math.max(0, ...acts.map(({ endedAt }) => endedAt));
  const rehearsals: Owner['rehearsals'] = [];
  const rehearsed: Owner['rehearsed'] = [];
  const notes = {
    did: (deed: Deed) => void deeds.push(deed),
    rehearsed: (deed: Deed) => void rehearsed.push(deed),
  };
  const successors = cast.successors.map((each) => liveAsSuccessor(world, each, cast.rehearsalAnswer, notes));

  // Where a stranger locks the address, only a browser that the owner has logged in with before gets in.
  const familiar = () => (cast.life === 'stranger_at_log_in' ? call : browser(service));
  const WAYS: Record<Way, () => Promise<Answered<unknown>>> = {
    check_in: () => insist(over, () => call.POST('/activity/check-in'), note('check_in')),
    async write() {
      const body = { ...sealed(), category: 'Letter', tags: [] };
      return insist(over, () => call.POST('/vault/entries', { body }), note('write'));
    },
    log_in: () => insist(over, () => familiar().POST('/auth/login', { body: credentials }), note('log_in')),
    check_in_link() {
      const linked = ({ kind }: CaughtMail) => kind === 'reminder' || kind === 'final_notice';
      const token = post.to(cast.email).findLast(linked)?.token;
      if (!token) return WAYS.check_in();
      return insist(
        over,
        () => visitor(service).POST('/activity/check-in-link', { body: { token } }),
        note('check_in_link'),
      );
    },
  };

  /** Shows the password: the session was opened longer ago than that counts. */
  const confirm = () =>
    insist(
      over,
      () => call.POST('/auth/confirm', { body: { password: credentials.password } }),
      cast.session === 'cookie' ? note('write') : undefined,
    );

  const owner: Owner = {
    call,
    credentials,
    write: (request) => insist(over, request, note('write')),
    cast,
    userId,
    acts,
    deeds,
    rehearsals,
    rehearsed,
    refusals: [],
    thefts: [],
    kept: null,
    trouble: [],
    successors,
    mail(kind, n = 0) {
      const from = since();
      return post.await(cast.email, (mail) => mail.kind === kind && mail.at > from && mail.n >= n, over);
    },
    async invitation() {
      const from = since();
      const invited = ({ kind, at }: CaughtMail) => kind === 'invitation' && at > from;
      return until(world, () => cast.successors.flatMap(({ email }) => [...post.to(email)]).find(invited));
    },
    async opened() {
      const from = since();
      await until(world, () =>
        deeds.some(({ did, sentAt, outcome, status }) => {
          return sentAt > from && outcome === 'acknowledged' && (did === 'read' || status === 'released');
        }),
      );
    },
    async show(way) {
      const { outcome } = await WAYS[way]();
      // A link that was used by a try whose answer was lost is worth nothing a second time.
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async changeSettings(change) {
      await confirm();
      return insist(
        over,
        () => call.PUT('/inactivity/settings', { body: change }),
        note('settings', change.thresholdDays),
      );
    },
    async pause() {
      await insist(over, () => call.POST('/inactivity/pause'), note('pause'));
    },
    async resume() {
      await confirm();
      const { outcome } = await insist(over, () => call.POST('/inactivity/resume'), note('resume'));
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async cancel() {
      // A person in a browser would end it by confirming, before they could call it off.
      if (cast.session === 'bearer') await confirm();
      const body = { reason: 'I was only away.' };
      const { outcome } = await insist(over, () => call.POST('/handover/cancel', { body }), note('cancel'));
      if (outcome !== 'acknowledged') await WAYS.check_in();
    },
    async status() {
      const { data } = await insist(over, () => call.GET('/handover/status'));
      return data?.status ?? '';
    },
    async rehearse() {
      const successor = cast.successors[0]?.email ?? '';
      const { data } = await insist(over, () => call.GET('/successors'));
      const successorId = data?.successors.find(({ email }) => email === successor)?.id ?? '';
      const wrote = cast.session === 'cookie' ? note('write') : () => {};
      await insist(
        over,
        () => call.POST('/handover/rehearsal', { body: { successorId, entry: sealed() } }),
        ({ sentAt, endedAt, outcome, code }) => {
          wrote({ sentAt, endedAt, outcome, code });
          rehearsals.push({ successor, sentAt, endedAt, outcome, code });
        },
      );
    },
  };
  return owner;
}

/** Days between the signs of life of somebody who shows them regularly. */
export async function liveOn(world: World, owner: Owner): Promise<void> {
  while (!world.ending.aborted) {
    await days(world, WAITING_DAYS);
    await owner.show(owner.cast.way === 'check_in_link' ? 'check_in' : owner.cast.way);
  }
}
