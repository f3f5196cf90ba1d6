/** One campaign: owners live, parts of the service are killed, and everything that is seen is noted. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import { type Instance, startInstance } from '../dev/instance.ts';
import { type CastOwner, castOwners, endsAlive } from './cast.ts';
import { type CatcherServer, startCatcher } from './catcher-server.ts';
import { type Books, openBooks } from './database.ts';
import type { Evidence, OwnerEvidence, Rows, Service } from './evidence.ts';
import { blows, strike } from './faults.ts';
import { expectsRelease, releases } from './judge/releases.ts';
import { untold } from './judge/returns.ts';
import { live } from './lives.ts';
import { beginLife } from './owner.ts';
import { openPost, type Post } from './post.ts';
import { seeded } from './seeded.ts';
import { turnstile, type World } from './world.ts';

/** Long enough for the beats of liveness and Temporal's timers, short enough for two lives in two minutes. */
const DAY_MS = 2_000;
const GRACE_HOURS = 48;
/** So many register, log in or name their successors at a time. */
const AT_THE_DOOR = 6;
/** Nothing is killed before this share of the owners have something to lose; the others move in meanwhile. */
const SETTLED = 0.5;
/** However long that takes. */
const QUIET_MS = 60_000;
/** Kills go on until this share of the releases has come. */
const UNDER_FIRE = 0.5;
/** After the last kill it waits for as long as something goes on: so long without, and no more will come. */
const STANDSTILL_MS = 150_000;
/** And so long in all. */
const PATIENCE_MS = 600_000;
/** Once all is done, a second copy of something would still be coming. */
const LAST_LOOK_MS = 3_000;
const TELL_EVERY_MS = 10_000;

export interface CampaignOptions {
  seed: number;
  owners: number;
  /** For how long parts of the service are killed. */
  faultsMs: number;
  /** A folder for the logs; left out where nobody wants them. */
  keep?: string | undefined;
  say: Say;
  /** Stops everything. */
  signal: AbortSignal;
}

export interface Campaign {
  evidence: Evidence;
  rows: Rows;
  selfEnded: readonly Service[];
}

/** An owner of whom nothing has been seen. */
const beforeLife = (cast: CastOwner): OwnerEvidence => ({
  cast,
  userId: '',
  acts: [],
  deeds: [],
  rehearsals: [],
  rehearsed: [],
  refusals: [],
  thefts: [],
  kept: null,
  trouble: [],
});

/** Lives a whole campaign on servers of its own, which are gone afterwards. */
export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { say, signal } = options;
  const catcher = await startCatcher({ say, careless: true });
  try {
    signal.throwIfAborted();
    const instance = await startInstance({
      variables: {
        DAY_LENGTH_MS: String(DAY_MS),
        GRACE_PERIOD_HOURS: String(GRACE_HOURS),
        RATE_LIMIT_SCALE: '100000',
        DEFAULT_PLAN: 'family',
        SMTP_HOST: catcher.host,
        SMTP_PORT: String(catcher.port),
      },
      lastingTemporal: true,
      say,
      signal,
    });
    try {
      return await unfold(options, instance, catcher);
    } finally {
      if (options.keep) await cp(join(instance.folder, 'logs'), options.keep, { recursive: true });
      await instance.stop();
    }
  } finally {
    await catcher.stop();
  }
}

async function unfold(
  options: CampaignOptions,
  instance: Instance,
  catcher: CatcherServer,
): Promise<Campaign> {
  const post = await openPost(catcher.file);
  const books = await openBooks(instance.config);
  try {
    return await watched(options, instance, catcher, post, books);
  } finally {
    await post.stop();
    await books.close();
  }
}

async function watched(
  { seed, owners: count, faultsMs, say, signal }: CampaignOptions,
  { api, page, services, servers }: Instance,
  catcher: CatcherServer,
  post: Post,
  books: Books,
): Promise<Campaign> {
  const chance = seeded(seed);
  const cast = castOwners(chance, count);
  const over = new AbortController();
  const ending = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const world: World = {
    service: { api, page, signal: end, patienceMs: 8_000 },
    post,
    mailboxes: catcher.mailboxes,
    books,
    shut: [],
    dayMs: DAY_MS,
    door: turnstile(AT_THE_DOOR),
    over: end,
    ending: ending.signal,
  };

  const owners: OwnerEvidence[] = [];
  /** Notes what came in the way of a life, of one that never began too. */
  const trouble = (each: CastOwner, why: string) => {
    let owner = owners.find(({ cast: { email } }) => email === each.email);
    if (!owner) {
      owner = beforeLife(each);
      owners.push(owner);
    }
    owner.trouble.push(why);
    say(`${each.email}: ${why}`);
  };
  const movedIn = new Set<string>();
  const busy = new Set<string>();
  const lives = cast.map(async (each) => {
    busy.add(each.email);
    try {
      const owner = await beginLife(world, each, (begun) => void owners.push(begun));
      movedIn.add(each.email);
      await live(world, owner);
    } catch (error) {
      if (!end.aborted) trouble(each, sentence(error));
    }
    busy.delete(each.email);
  });

  async function settled(): Promise<void> {
    const enough = Date.now() + QUIET_MS;
    while (movedIn.size < count * SETTLED && Date.now() < enough)
      await sleep(100, undefined, { signal: end });
  }

  const faults = strike(
    {
      ...services,
      temporal: servers.temporal!.process,
      postgres: servers.postgres!.process,
      redis: servers.redis!.process,
      mail: catcher.process,
    },
    blows(chance.of('faults')),
    {
      quiet: settled(),
      lengthMs: faultsMs,
      enough: () => closed() <= expected * (1 - UNDER_FIRE),
      say,
      signal: end,
    },
  );
  const evidence = (): Evidence => ({
    dayMs: DAY_MS,
    graceMs: (GRACE_HOURS / 24) * DAY_MS,
    owners,
    mails: post.mails,
    outages: faults.outages,
    refusals: post.refusals,
    shut: world.shut,
    endedAt: Date.now(),
  });

  const expected = cast.filter((each) => expectsRelease({ cast: each })).length;
  /** Who still has something before them, whoever lives on left out. */
  const acting = () => cast.filter((each) => busy.has(each.email) && !endsAlive(each)).length;
  const closed = () => expected - releases(evidence()).filter(({ openedAt }) => openedAt !== null).length;
  /** Waits until nothing is left, or nothing becomes less any more. */
  async function whileGoingOn(left: () => number | Promise<number>): Promise<void> {
    const began = Date.now();
    let least = Number.POSITIVE_INFINITY;
    for (let movedAt = began; Date.now() - movedAt < STANDSTILL_MS && Date.now() - began < PATIENCE_MS; ) {
      const now = await left();
      if (now === 0) return;
      if (now < least) movedAt = Date.now();
      least = Math.min(least, now);
      await sleep(1_000, undefined, { signal });
    }
  }

  const tell = setInterval(() => {
    say(
      `${movedIn.size} of ${count} owners moved in, ${post.mails.length} mails, ` +
        `${expected - closed()} of ${expected} handed over, ${faults.outages.length} kills`,
    );
  }, TELL_EVERY_MS);

  try {
    await faults.done;
    signal.throwIfAborted();
    say('nothing is killed any more; waiting for what is still due');
    await whileGoingOn(() => acting() + closed());
    ending.abort(new Error('the campaign ends'));
    await whileGoingOn(async () => busy.size + untold(evidence()).length + (await books.queued()));
    for (const each of cast.filter(({ email }) => busy.has(email)))
      trouble(each, 'did not get as far as cast');
    await sleep(LAST_LOOK_MS, undefined, { signal });
    // Nobody may do anything more between what they saw and what the database says.
    over.abort(new Error('the campaign is over'));
    await Promise.all(lives);
    return { evidence: evidence(), rows: await books.read(), selfEnded: faults.selfEnded };
  } finally {
    clearInterval(tell);
    over.abort(new Error('the campaign is over'));
    await Promise.all(lives);
  }
}
