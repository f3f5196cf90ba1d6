/** The lives: what each owner does once their successors are ready. */
import { endsAlive, type Life } from './cast.ts';
import { forgetPassword } from './forget.ts';
import { liveOn, type Owner } from './owner.ts';
import { tryPasswords } from './stranger.ts';
import { stealToken } from './thief.ts';
import { useTrash } from './trash.ts';
import { blockProvider, loseMails, othersInvited, shutWhileRefusing } from './unreachable.ts';
import { days, until, type World } from './world.ts';

type Play = (world: World, owner: Owner) => Promise<void>;

/** While a handover is under way, by the API's status. */
const UNDER_WAY = ['grace_period', 'awaiting_successors', 'released'];

/** Resolves once the first successor has said that the owner is alive, as often as they were cast to. */
async function untilSaidAlive(world: World, { cast, deeds }: Owner): Promise<void> {
  const [first] = cast.successors;
  const answered = () => deeds.filter(({ did, outcome }) => did === 'owner_alive' && outcome !== 'unknown');
  await until(world, () => answered().length >= (first?.ownerAliveCount ?? 0));
}

/** Resolves once the owner has got as many reminders as cast. The next warning is the first that does not reach them. */
async function untilSomeWarnings({ cast: { count, reminderPercents }, mail }: Owner): Promise<void> {
  const taken = count % (reminderPercents.length + 1);
  if (taken > 0) await mail('reminder', taken);
}

/** Tries to change settings once the grace period has begun, a moment after its mail. */
async function changeInGrace(world: World, owner: Owner): Promise<void> {
  let status = await owner.status();
  while (!UNDER_WAY.includes(status)) {
    await days(world, 0.1);
    status = await owner.status();
  }
  const { outcome, code } = await owner.changeSettings({ thresholdDays: owner.cast.thresholdDays + 1 });
  owner.refusals.push(outcome === 'refused' ? (code ?? '') : `settings changed while ${status}`);
}

const PLAYS: Record<Life, Play> = {
  silent: async () => {},
  unanswered: async () => {},
  alive: async () => {},

  async returns_reminding(_world, owner) {
    await owner.mail('reminder', Math.min(owner.cast.count, owner.cast.reminderPercents.length));
    await owner.show(owner.cast.way);
  },

  async returns_grace(_world, owner) {
    await owner.mail('final_notice');
    await owner.show(owner.cast.way);
  },

  async returns_awaiting(_world, owner) {
    await owner.invitation();
    await owner.show(owner.cast.way);
  },

  async returns_released(world, owner) {
    await owner.opened();
    await owner.show(owner.cast.way);
    for (const successor of owner.successors) await successor.readAgain();
    await days(world, 1);
    for (const successor of owner.successors) await successor.readAgain();
  },

  async pauses(world, owner) {
    await days(world, owner.cast.count);
    await world.undivided.shared(() => owner.pause());
  },

  async pauses_and_resumes(world, owner) {
    await world.undivided.shared(() => owner.pause());
    await days(world, owner.cast.thresholdDays + owner.cast.count);
    await world.undivided.shared(() => owner.resume());
  },

  async cancels(_world, owner) {
    const { cancelsIn } = owner.cast;
    if (cancelsIn === 'grace_period') await owner.mail('final_notice');
    else if (cancelsIn === 'awaiting_successors') await owner.invitation();
    else await owner.opened();
    await owner.cancel();
  },

  async changes_settings(world, owner) {
    await days(world, owner.cast.count);
    const change = { thresholdDays: owner.cast.thresholdDays + 1 };
    await world.undivided.shared(() => owner.changeSettings(change));
  },

  async refused_in_grace(world, owner) {
    await owner.mail('final_notice');
    await world.undivided.shared(() => changeInGrace(world, owner));
  },

  async owner_alive(world, owner) {
    await untilSaidAlive(world, owner);
  },

  async owner_alive_and_back(world, owner) {
    await untilSaidAlive(world, owner);
    const { count, email } = owner.cast;
    const since = Math.max(...owner.acts.map(({ endedAt }) => endedAt));
    const own = () => world.post.to(email).filter(({ at }) => at > since);
    const warned = () => own().filter(({ kind }) => kind === 'final_notice').length > 1;
    const told = () => own().some(({ kind }) => kind === 'owner_alive');
    // They return on the mail that a successor said they're alive, or on the second final notice.
    await until(world, () => warned() || (count <= 3 && told()));
    await owner.show(owner.cast.way);
  },

  async rehearses(world, owner) {
    await days(world, owner.cast.count / 2);
    await world.undivided.shared(() => owner.rehearse());
  },

  async successor_unreachable(world, { cast }) {
    await shutWhileRefusing(world, cast.successors[0]!.email, cast.mailbox, othersInvited(world, cast));
  },

  async unreachable(world, owner) {
    await untilSomeWarnings(owner);
    await shutWhileRefusing(world, owner.cast.email, owner.cast.mailbox);
  },

  async returned(world, owner) {
    await untilSomeWarnings(owner);
    await loseMails(world, owner.cast.email, owner.cast.mailbox, 'returned');
  },

  async returned_for_ever({ mailboxes }, { cast }) {
    mailboxes.lose(cast.email, 'returned');
  },

  async dropped(world, owner) {
    await untilSomeWarnings(owner);
    await loseMails(world, owner.cast.email, owner.cast.mailbox, 'dropped');
  },

  async blocked(world, { cast }) {
    await blockProvider(world, cast);
  },

  program_thief: (world, owner) => world.undivided.shared(() => stealToken(world, owner)),

  async stranger_at_log_in(world, owner) {
    await tryPasswords(world, owner);
    await owner.mail('final_notice');
    await owner.show('log_in');
  },

  trashes: (world, owner) => world.undivided.shared(() => useTrash(world, owner)),

  async forgets_password(world, owner) {
    await days(world, owner.cast.count / 2);
    await world.undivided.shared(() => forgetPassword(world, owner));
  },

  async daily_then_silent(world, owner) {
    const { count, way } = owner.cast;
    for (let day = 0; day < count + 3; day += 1) {
      await days(world, 1);
      await owner.show(way === 'check_in_link' ? 'check_in' : way);
    }
  },
};

/** Lives a life until its owner falls silent for good, or the campaign ends. */
export async function live(world: World, owner: Owner): Promise<void> {
  await PLAYS[owner.cast.life](world, owner);
  if (endsAlive(owner.cast)) await liveOn(world, owner);
}
