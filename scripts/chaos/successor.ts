/** A successor with the links from their mails: answers as they were cast to, and reads what was opened to them. */
import { visitor } from '../demo/callers.ts';
import type { CastSuccessor } from './cast.ts';
import type { CaughtMail, Deed } from './evidence.ts';
import { insist, type Try } from './insist.ts';
import { days, type World } from './world.ts';

export interface LivingSuccessor {
  /** Tries every access link they ever got. */
  readAgain(): Promise<void>;
}

export function liveAsSuccessor(
  world: World,
  { email, answer, thinksDays }: CastSuccessor,
  did: (deed: Deed) => void,
): LivingSuccessor {
  const { service, post, over } = world;
  const call = visitor(service);
  const keys: string[] = [];

  async function respond(token: string, response: 'accept' | 'decline'): Promise<void> {
    const note = ({ data, ...each }: Try & { data: { status: string } | null }) =>
      did({ successor: email, did: response, ...each, status: data?.status });
    await insist(over, () => call.POST('/handover/respond', { body: { token, response } }), note);
  }

  async function read(token: string): Promise<void> {
    const params = { query: { token } };
    const note = ({ sentAt, endedAt, outcome, code }: Try) =>
      did({ successor: email, did: 'read', sentAt, endedAt, outcome, code });
    await insist(over, () => call.GET('/vault/successor-access', { params }), note);
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
    each('invitation', async (token) => {
      if (answer === 'never') return;
      await days(world, thinksDays);
      if (answer !== 'accept') await respond(token, 'decline');
      if (answer === 'decline_then_accept') await days(world, 1);
      if (answer !== 'decline') await respond(token, 'accept');
    }),
    each('access', async (token) => {
      keys.push(token);
      await read(token);
    }),
  ];
  // Each ends when the campaign is over.
  for (const each of running) each.catch(() => {});

  return {
    async readAgain() {
      for (const token of keys) await read(token);
    },
  };
}
