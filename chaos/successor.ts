/** A successor with the links from their mails. They answer as planned, and read what is opened to them. */

import type { Reply } from '../client/index.ts';
import { reshare } from '../crypto/index.ts';
import { visitor } from '../dev/callers.ts';
import { type CampaignEnvironment, days } from './environment.ts';
import type { AcceptedMail, QuestionAct, RequestOutcome, SuccessorAct } from './evidence.ts';
import { type DeliveredAccess, inherit } from './inherit.ts';
import { boxRead } from './plan-seconds.ts';
import type { SuccessorAnswer, SuccessorPlan } from './plans.ts';
import { type RequestAttempt, untilAnswered } from './until-answered.ts';
import type { PaperKit } from './vaults.ts';

export interface SimulatedSuccessor {
  /** Opens every access link they ever got. */
  readAgain(): Promise<void>;
}

/** The refusal of an answer to a handover that the owner has ended. */
export const HANDOVER_ENDED = 'handover_ended';

/** How many times a successor looks for the shares of others, every quarter of a day. */
const LOOKS = 40;

export interface SuccessorNotes {
  /** What they did with the link of a handover. */
  did(successorAct: SuccessorAct): void;
  /** What they did with the link of a rehearsal. */
  rehearsed(successorAct: SuccessorAct): void;
  /** How they answered whether they can be reached. */
  answered(questionAct: QuestionAct): void;
}

export function simulateSuccessor(
  environment: CampaignEnvironment,
  plan: SuccessorPlan,
  rehearsalAnswer: SuccessorAnswer,
  paper: () => PaperKit | undefined,
  { did, rehearsed, answered }: SuccessorNotes,
): SimulatedSuccessor {
  const { email, answer, thinksDays, ownerAliveCount, question } = plan;
  const { service, mailLog, over } = environment;
  const call = visitor(service);
  const keys: string[] = [];

  /** @returns the outcome, and the access token if there is one */
  async function respond(token: string, response: SuccessorAnswer, report = did) {
    const { outcome, code, data } = await untilAnswered(
      over,
      () => call.POST('/handover/respond', { body: { token, response } }),
      ({ data, ...each }) =>
        report({
          successor: email,
          did: response,
          ...each,
          status: data?.status,
          marked: data?.rehearsal === true,
        }),
    );
    if (data?.encryptedShare && !data.rehearsal) await passOn(token, data.encryptedShare, data.holders);
    return { outcome, code, key: data?.accessToken };
  }

  /** Reseals their share to the other holders. */
  async function passOn(
    token: string,
    encryptedShare: string,
    holders: Parameters<typeof reshare>[2] = [],
  ): Promise<void> {
    const kit = paper();
    if (!kit) return;
    const { reshares } = await reshare(kit, encryptedShare, holders);
    if (reshares.length === 0) return;
    const body = { token, response: 'accept' as const, reshares };
    await untilAnswered(
      over,
      () => call.POST('/handover/respond', { body }),
      ({ data, ...each }) =>
        did({ successor: email, did: 'accept', ...each, status: data?.status, reshared: true }),
    );
  }

  /** Reads, and opens what is there. Shares of others may come later than the vault. */
  async function read(token: string, report = did): Promise<void> {
    const params = { query: { token } };
    for (let looks = 0; looks < LOOKS; looks += 1) {
      let latest: SuccessorAct | undefined;
      const note = ({ data, ...each }: RequestAttempt & { data: DeliveredAccess | null }) => {
        latest = {
          successor: email,
          did: 'read',
          ...each,
          marked: data?.rehearsal === true,
          entries: data?.entries.map(({ id }) => id),
        };
        report(latest);
      };
      const read = () => call.GET('/vault/successor-access', { params }) as Promise<Reply<DeliveredAccess>>;
      const { data } = await untilAnswered(over, read, note);
      const kit = paper();
      if (!data || !kit || !latest) return;
      latest.opened = await inherit(kit, data);
      if (latest.opened.locked !== 'quorum_missing') return;
      await days(environment, 0.25);
    }
  }

  let said = 0;
  /** Says that the owner is alive, as often as planned. @returns null after that */
  async function sayOwnerAlive(token: string): Promise<RequestOutcome | null> {
    if (said === ownerAliveCount) return null;
    const { outcome, code } = await respond(token, 'owner_alive');
    // An owner who was seen in the meantime has ended that handover. In the next one, the successor says it again.
    if (code !== HANDOVER_ENDED) said += 1;
    return outcome;
  }

  async function answerTo(token: string): Promise<void> {
    if (answer === 'never') return;
    await days(environment, thinksDays);
    // Once that is no longer accepted, they give their own answer.
    if ((await sayOwnerAlive(token)) === 'acknowledged') return;
    if (answer !== 'accept') await respond(token, 'decline');
    if (answer === 'decline_then_accept') await days(environment, 1);
    if (answer !== 'decline') await respond(token, 'accept');
  }

  async function rehearse(token: string): Promise<void> {
    const { key } = await respond(token, rehearsalAnswer, rehearsed);
    if (key) await read(key, rehearsed);
  }

  async function answerQuestion(token: string): Promise<void> {
    const say = (given: 'here' | 'sheet_lost') =>
      untilAnswered(
        over,
        () => call.POST('/successors/contact', { body: { token, answer: given } }),
        ({ data: _, ...each }) => answered({ successor: email, did: given, ...each }),
      );
    if (question === 'never') return;
    if (question === 'lost_then_here') {
      await say('sheet_lost');
      // They find the sheet again.
      await days(environment, 0.5);
    }
    await say('here');
  }

  /** Handles each mail of a kind once, even when it is delivered twice. */
  async function each(kind: AcceptedMail['kind'], deal: (token: string) => Promise<void>): Promise<void> {
    const known = new Set<string>();
    for (;;) {
      const fresh = (mail: AcceptedMail) => mail.kind === kind && !known.has(mail.messageId);
      const { messageId, token } = await mailLog.await(boxRead(plan), fresh, over);
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
    each('contact_question', answerQuestion),
  ];
  // They reject when the campaign is over.
  for (const each of running) each.catch(() => {});

  return {
    async readAgain() {
      for (const token of keys) await read(token);
    },
  };
}
