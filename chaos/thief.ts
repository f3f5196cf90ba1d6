/** A thief with the token of an owner's program, who writes with it all day and tries to weaken the switch. */
import { type ApiCaller, program, visitor } from '../dev/callers.ts';
import { type CampaignEnvironment, days } from './environment.ts';
import type { SimulatedOwner } from './owner.ts';
import { sealed } from './sealed.ts';
import { untilAnswered } from './until-answered.ts';

const EVERY_DAYS = 0.5;

/** The thief's own address. Nothing may ever be mailed there. */
export const thiefOf = (email: string): string => `thief-of-${email}`;

/** Requests that would bring a release nearer, or give the vault to someone else. */
function weakenings(thief: ApiCaller, email: string, successorId: string) {
  const params = { path: { id: successorId } };
  return {
    'name a successor': () => thief.POST('/successors', { body: { email: thiefOf(email), name: 'A Thief' } }),
    'move a successor': () => thief.PUT('/successors/{id}', { params, body: { email: thiefOf(email) } }),
    'enter a second address': () =>
      thief.PUT('/successors/{id}', { params, body: { secondEmail: thiefOf(email) } }),
    'remove a successor': () => thief.DELETE('/successors/{id}', { params }),
    'shorten the warnings': () => thief.PUT('/inactivity/settings', { body: { reminderPercents: [99] } }),
    'cancel the handover': () => thief.POST('/handover/cancel', { body: {} }),
  };
}

/** Resolves once the thief is at work. The owner does nothing more, and nothing the thief does is a sign of life. */
export async function stealToken(environment: CampaignEnvironment, owner: SimulatedOwner): Promise<void> {
  const { service, over, database } = environment;
  const { plan, credentials, userId, call, thefts } = owner;
  const body = { ...credentials, session: 'bearer' as const };
  const { data } = await untilAnswered(over, () => visitor(service).POST('/auth/login', { body }));
  const thief = program(service, data?.accessToken ?? '');
  const { data: named } = await untilAnswered(over, () => call.GET('/successors'));
  // The database may be down.
  for (let forgotten = false; !forgotten; ) {
    forgotten = await database.forgetConfirmation(userId).then(
      () => true,
      () => false,
    );
    if (!forgotten) await days(environment, EVERY_DAYS / 4);
  }
  const tries = Object.entries(weakenings(thief, plan.email, named?.successors[0]?.id ?? ''));
  const goOn = async () => {
    for (let turn = 0; !over.aborted; turn += 1) {
      const [tried, attempt] = tries[turn % tries.length]!;
      await untilAnswered(over, () =>
        thief.POST('/vault/entries', { body: { ...sealed(), category: '', tags: [] } }),
      );
      await untilAnswered(over, attempt as () => Promise<never>, ({ sentAt, endedAt, outcome, code }) => {
        thefts.push({ tried, sentAt, endedAt, outcome, code });
      });
      await days(environment, EVERY_DAYS);
    }
  };
  goOn().catch(() => {});
}
