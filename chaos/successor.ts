/** A successor with the links from their mails. They answer as cast, and read what is opened to them. */
import { visitor } from '../dev/demo/callers.ts';
import type { Answer, CastSuccessor } from './cast.ts';
import type { CaughtMail, Deed, Outcome } from './evidence.ts';
import { type Attempt, untilAnswered } from './until-answered.ts';
import { days, type World } from './world.ts';

export interface LivingSuccessor {
  /** Opens every access link they ever got. */
  readAgain(): Promise<void>;
}

/** The part of a reading that the campaign looks at. */
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
  { email, answer, thinksDays, ownerAliveCount }: CastSuccessor,
  rehearsalAnswer: Answer,
  { did, rehearsed }: Notes,
): LivingSuccessor {
  const { service, post, over } = world;
  const call = visitor(service);
  const keys: string[] = [];

  /** @returns the outcome, and the access token if there is one */
  async function respond(token: string, response: Answer, tell = did) {
    const { outcome, data } = await untilAnswered(
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
    const note = ({ data, ...each }: Attempt & { data: Read | null }) =>
      tell({
        successor: email,
        did: 'read',
        ...each,
        marked: data?.rehearsal === true,
        entries: data?.entries.map(({ id }) => id),
      });
    await untilAnswered(over, () => call.GET('/vault/successor-access', { params }), note);
  }

  let said = 0;
  /** Says that the owner is alive, as often as cast. @returns null after that */
  async function sayOwnerAlive(token: string): Promise<Outcome | null> {
    if (said === ownerAliveCount) return null;
    said += 1;
    return (await respond(token, 'owner_alive')).outcome;
  }

  async function answerTo(token: string): Promise<void> {
    if (answer === 'never') return;
    await days(world, thinksDays);
    // When that is no longer accepted, they answer for themselves.
    if ((await sayOwnerAlive(token)) === 'acknowledged') return;
    if (answer !== 'accept') await respond(token, 'decline');
    if (answer === 'decline_then_accept') await days(world, 1);
    if (answer !== 'decline') await respond(token, 'accept');
  }

  async function rehearse(token: string): Promise<void> {
    const { key } = await respond(token, rehearsalAnswer, rehearsed);
    if (key) await read(key, rehearsed);
  }

  /** Handles each mail of a kind once, even when it is delivered twice. */
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
  // They reject when the campaign is over.
  for (const each of running) each.catch(() => {});

  return {
    async readAgain() {
      for (const token of keys) await read(token);
    },
  };
}
