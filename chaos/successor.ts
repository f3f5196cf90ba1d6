/** A successor with the links from their mails: answers as they were cast to, and reads what was opened to them. */
import { visitor } from '../dev/demo/callers.ts';
import type { Answer, CastSuccessor } from './cast.ts';
import type { CaughtMail, Deed, Outcome } from './evidence.ts';
import { insist, type Try } from './insist.ts';
import { days, type World } from './world.ts';

export interface LivingSuccessor {
  /** Tries every access link they ever got. */
  readAgain(): Promise<void>;
}

/** What the campaign looks at of what somebody could read. */
interface Read {
  rehearsal?: boolean;
  entries: { id: string }[];
}

export interface Notes {
  /** What they did with the link of a handover. */
  did(deed: Deed): void;
  /** What they did with the link of a rehearsal. */
  rehearsed(deed: Deed): void;
}

export function liveAsSuccessor(
  world: World,
  { email, answer, thinksDays, vouches }: CastSuccessor,
  rehearsalAnswer: Answer,
  { did, rehearsed }: Notes,
): LivingSuccessor {
  const { service, post, over } = world;
  const call = visitor(service);
  const keys: string[] = [];

  /** @returns what became of it, and the key that came with it, if any */
  async function respond(token: string, response: Answer, tell = did) {
    const { outcome, data } = await insist(
      over,
      () => call.POST('/handover/respond', { body: { token, response } }),
      ({ data, ...each }) =>
        tell({
          successor: email,
          did: response,
          ...each,
          status: data?.status,
          marked: data?.rehearsal === true,
        }),
    );
    return { outcome, key: data?.accessToken };
  }

  async function read(token: string, tell = did): Promise<void> {
    const params = { query: { token } };
    const note = ({ data, ...each }: Try & { data: Read | null }) =>
      tell({
        successor: email,
        did: 'read',
        ...each,
        marked: data?.rehearsal === true,
        entries: data?.entries.map(({ id }) => id),
      });
    await insist(over, () => call.GET('/vault/successor-access', { params }), note);
  }

  let vouched = 0;
  /** Says that the owner is alive, as often as they were cast to. @returns null once they do not */
  async function vouch(token: string): Promise<Outcome | null> {
    if (vouched === vouches) return null;
    vouched += 1;
    return (await respond(token, 'owner_alive')).outcome;
  }

  async function answerTo(token: string): Promise<void> {
    if (answer === 'never') return;
    await days(world, thinksDays);
    // Whose word is not taken any more answers for themselves.
    if ((await vouch(token)) === 'acknowledged') return;
    if (answer !== 'accept') await respond(token, 'decline');
    if (answer === 'decline_then_accept') await days(world, 1);
    if (answer !== 'decline') await respond(token, 'accept');
  }

  async function rehearse(token: string): Promise<void> {
    const { key } = await respond(token, rehearsalAnswer, rehearsed);
    if (key) await read(key, rehearsed);
  }

  /** Deals with each mail of a kind once, however often it comes. */
  async function each(kind: CaughtMail['kind'], deal: (token: string) => Promise<void>): Promise<void> {
    const known = new Set<string>();
    for (;;) {
      const fresh = (mail: CaughtMail) => mail.kind === kind && !known.has(mail.messageId);
      const { messageId, token } = await post.await(email, fresh, over);
      known.add(messageId);
      if (token) await deal(token);
    }
  }

  const running = [
    each('invitation', answerTo),
    each('access', async (token) => {
      keys.push(token);
      await read(token);
    }),
    each('rehearsal', rehearse),
  ];
  // Each ends when the campaign is over.
  for (const each of running) each.catch(() => {});

  return {
    async readAgain() {
      for (const token of keys) await read(token);
    },
  };
}
