/** Random schedules of two devices, with a service that answers with any state that it has ever stored. */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  agree,
  changeBundle,
  changeEntry,
  compareKey,
  differsFromList,
  type Owner,
  openEntries,
  openInheritance,
  openOwner,
  openVault,
  prepareRecoveryCode,
  readEntry,
  readSuccession,
  recover,
  removeSuccessor,
  renewKeys,
  renewLists,
  renewListsAfter,
  type SeenBundles,
  type SuccessorState,
  saveSuccession,
  seenInMemory,
  storePassword,
  storeRecoveryCode,
} from '../../client/index.ts';
import {
  CryptoError,
  createKit,
  KDF_V1,
  type Kit,
  type LogIn,
  pin,
  prepareLogIn,
  type SealedEntry,
  sealEntry,
  writeContent,
} from '../../crypto/index.ts';
import { SAM } from '../crypto/family.ts';
import { arrived, type LyingService, openLyingAccount } from './lying-service.ts';

const PASSWORDS = ['correct horse', 'battery staple'] as const;
const EMAIL = 'ada@example.org';
const TEXTS = ['the key is under the mat', 'the diary'] as const;

const GRACE = '0193a5b0-7c00-7000-8000-00000000000a';
const ALAN = '0193a5b0-7c00-7000-8000-00000000000b';
const HOUSE = '0193a5b0-7c00-7000-8000-00000000001a';
const DIARY = '0193a5b0-7c00-7000-8000-00000000001b';
/** Everything goes to Grace, and the diary to Alan. */
const CHOICES = [
  { id: GRACE, restricted: false, entryIds: [] },
  { id: ALAN, restricted: true, entryIds: [DIARY] },
];
const kits: Record<string, Kit> = {};

/** By its number in `PASSWORDS`. */
let logIns: LogIn[];
let start: Awaited<ReturnType<typeof openLyingAccount>>;
beforeAll(async () => {
  start = await openLyingAccount(PASSWORDS[0]);
  logIns = await Promise.all(
    PASSWORDS.map((password) => prepareLogIn({ email: EMAIL, password, kdf: KDF_V1 })),
  );
  const { service } = start;
  const { user } = (await service.api.GET('/auth/profile')).data!;
  const opened = await openVault(service.api, logIns[0]!, user);
  if (opened.state !== 'open') throw new Error(opened.state);
  const owner = openOwner(service.api, opened.unlocked);
  const content = (text: string) =>
    writeContent({ kind: 'note', title: text, category: '', tags: [], fields: {} });
  const { vault } = owner.unlocked();
  const seal = async (id: string, text: string): Promise<SealedEntry & { version: number }> => ({
    ...(await sealEntry(vault, { id, text: content(text) })),
    version: 1,
  });
  service.current!.entries = [await seal(HOUSE, TEXTS[0]), await seal(DIARY, TEXTS[1])];
  for (const [id, name] of [
    [GRACE, 'Grace'],
    [ALAN, 'Alan'],
  ] as const) {
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    kits[id] = kit;
    const { publicKey, salt, words } = kit;
    await changeBundle(owner, (current) => pin(current, { id, publicKey, email: SAM, name }, words));
    service.current!.successors.push({
      ...{ id, name, publicKey, publicKeySalt: salt, ownerKey: vault.ownerKey },
      ...{ restrictToAssignedEntries: true, entryIds: [], encryptedShare: null, envelopes: {} },
    });
  }
  await saveSuccession(owner, { threshold: 1, people: CHOICES });
});

interface Device {
  seen: SeenBundles;
  owner: Owner | null;
}

/** The codes with which a lie may make a change fail. */
const REFUSED =
  /^(locked|version_conflict|decision_differs|entry_refused|entry_rolled_back|key_not_pinned|list_rolled_back)$/;

/** Whether a change was carried out. Null if the vault was not open. */
type Outcome = boolean | null;

/** What an owner and their service do, and how far they have come. */
class Schedule {
  readonly service: LyingService;
  readonly devices: Device[] = [0, 1].map(() => ({ seen: seenInMemory(), owner: null }));
  /** What opens each bundle that was stored: the number of the password, and the recovery code. */
  readonly #opens = new Map<object, { password: number; code: string }>();

  constructor() {
    this.service = start.service.copy();
    this.#stored({ password: 0, code: start.recoveryCode });
  }

  #stored(opens: { password: number; code: string }): void {
    this.#opens.set(this.service.current!.keyBundle, opens);
  }

  /** The owner remembers every password and code. */
  get #current() {
    return this.#opens.get(this.service.current!.keyBundle)!;
  }

  get #api() {
    return this.service.api;
  }

  #device(which: number): Device {
    return this.devices[which]!;
  }

  /** @returns whether the vault is open */
  async open(which: number): Promise<boolean> {
    const device = this.#device(which);
    const before = await device.seen.highest(this.service.userId);
    const { user } = (await this.#api.GET('/auth/profile')).data!;
    const opened = await openVault(this.#api, logIns[this.#current.password]!, user, device.seen);
    device.owner = null;
    if (opened.state !== 'open') return false;
    // No older bundle is taken for the current one.
    expect(opened.unlocked.vault.keyBundle.counter).toBeGreaterThanOrEqual(before);
    device.owner = openOwner(this.#api, opened.unlocked, { seen: device.seen });
    return true;
  }

  /** Carries a change out where a vault is open. A lie may make it fail, and then the keys are as they were. */
  async #change(which: number, change: (owner: Owner) => Promise<void>): Promise<Outcome> {
    const { owner } = this.#device(which);
    if (!owner) return null;
    const { keyBundle } = this.service.current!;
    try {
      await change(owner);
      return true;
    } catch (error) {
      expect(this.service.current!.keyBundle).toBe(keyBundle);
      expect(error).toMatchObject({ code: expect.stringMatching(REFUSED) });
      this.#device(which).owner = null;
      return false;
    }
  }

  renewCode(which: number): Promise<Outcome> {
    const { password } = this.#current;
    return this.#change(which, async (owner) => {
      const code = await prepareRecoveryCode(owner);
      await storeRecoveryCode(owner, code);
      this.#stored({ password, code });
    });
  }

  changePassword(which: number, withCode: boolean): Promise<Outcome> {
    const { password: before, code: current } = this.#current;
    return this.#change(which, async (owner) => {
      const code = withCode ? await prepareRecoveryCode(owner) : current;
      const next = { password: PASSWORDS[1 - before]!, ...(withCode ? { recoveryCode: code } : {}) };
      const derived = { logIn: logIns[before]!, current: KDF_V1 };
      await owner.update(await storePassword(this.#api, derived, owner.unlocked(), next));
      this.#stored({ password: 1 - before, code });
    });
  }

  rotate(which: number, newSigner: boolean): Promise<Outcome> {
    const opens = this.#current;
    return this.#change(which, async (owner) => {
      await renewKeys(owner, { threshold: 1, newSigner });
      this.#stored(opens);
    });
  }

  edit(which: number): Promise<Outcome> {
    return this.#change(which, async (owner) => {
      const { version, signedVersion, content } = await readEntry(owner, { id: DIARY });
      // Nobody edits what they can't read.
      if (!content) throw new CryptoError('entry_refused');
      const tags = [String(this.service.stored.length)];
      await changeEntry(owner, { id: DIARY, content: { ...content, tags }, version, signedVersion });
      await renewListsAfter(owner);
    });
  }

  remove(which: number, id: string): Promise<Outcome> {
    const opens = this.#current;
    return this.#change(which, async (owner) => {
      await removeSuccessor(owner, { id });
      this.#stored(opens);
      const { keyBundle } = this.service.current!;
      this.service.mayBePinned.get(keyBundle)?.delete(id);
    });
  }

  lie({ state, entries, successors }: { state: number; entries: number | null; successors: number | null }) {
    const { stored } = this.service;
    const at = (which: number) => stored[which % stored.length]!;
    this.service.rollBack(state % stored.length);
    if (entries !== null) this.service.claimed.entries = at(entries);
    if (successors !== null) this.service.claimed.successors = at(successors);
  }

  /** In the end the service tells the truth: every device opens the newest state, and so does the newest code. */
  async settle(): Promise<void> {
    const { stored } = this.service;
    const counterOf = ({ keyBundle }: (typeof stored)[number]) => Number(keyBundle.counter);
    const newest = Math.max(...stored.map(counterOf));
    // An edit may have been stored beside an older bundle since.
    this.service.rollBack(stored.findLastIndex((each) => counterOf(each) === newest));
    expect(this.service.unknownSuccessors).toEqual([]);
    const { counter } = this.service.current!.keyBundle;
    for (const which of [0, 1]) {
      expect(await this.open(which)).toBe(true);
      expect(this.#device(which).owner?.unlocked().vault.keyBundle.counter).toBe(counter);
    }
    const { password, code } = this.#current;
    const opens = this.#current;
    const owner = this.#device(0).owner!;
    expect((await openEntries(owner)).map(({ content }) => content?.title).sort()).toEqual([...TEXTS].sort());
    await this.#agreeToLists(owner);
    if (await this.#decide(owner)) this.#stored(opens);
    await this.#inherit(await openEntries(owner));
    await recover(this.#api, logIns[password]!, { recoveryCode: code });
  }

  /** Confirms the lists as the service has them, which is the truth by now. */
  async #agreeToLists(owner: Owner): Promise<void> {
    const accept = (await renewLists(owner, { whole: true })).filter(differsFromList);
    const again = (await renewLists(owner, { accept })).filter(differsFromList);
    // A list that was rolled back is compared only once the owner has agreed to it.
    for (const { id, isRolledBack } of again)
      expect([isRolledBack, accept.find((each) => each.id === id)?.isRolledBack]).toEqual([false, true]);
    expect((await renewLists(owner, { accept: again })).filter(differsFromList)).toEqual([]);
  }

  /** Answers what the page asks, and seals again if something is missing. @returns whether it did */
  async #decide(owner: Owner): Promise<boolean> {
    const { people, departed } = await readSuccession(owner);
    const isPending = ({ isCompared, isDecided, difference }: SuccessorState) =>
      !isCompared || !isDecided || difference !== null;
    const { successors } = this.service.current!;
    const isMissing = successors.some(
      ({ id, encryptedShare, envelopes }) =>
        encryptedShare === null || !(DIARY in envelopes) || (id === GRACE && !(HOUSE in envelopes)),
    );
    if (departed.length === 0 && !isMissing && !people.some(isPending)) return false;
    for (const { id, difference } of people) {
      if (difference?.what === 'leaves') await agree(owner, { id, difference });
      const { name } = successors.find((each) => each.id === id)!;
      expect(await compareKey(owner, { id, name, email: SAM, heard: kits[id]!.words })).toEqual({
        matches: true,
      });
    }
    // Those who stay have lists again.
    await this.#agreeToLists(owner);
    const choices = CHOICES.filter(({ id }) => people.some((each) => each.id === id));
    await saveSuccession(owner, { threshold: 1, people: choices });
    return true;
  }

  /**
   * Each remaining successor opens what was left to them, with the kit that they have always had. A device that has
   * opened the last state takes no earlier one for the current one.
   */
  async #inherit(current: Awaited<ReturnType<typeof openEntries>>): Promise<void> {
    for (const { id } of this.service.current!.successors) {
      const typed = { code: kits[id]!.code, ownerFingerprint: null };
      const seen = seenInMemory();
      const { entries, ...last } = await openInheritance(arrived(this.service.access(id)), typed, { seen });
      const left = current.filter((each) => id === GRACE || each.id === DIARY);
      expect(last).toMatchObject({ isOld: false, list: { entries: left.length, missing: [] } });
      expect(entries.map(({ freshness, content }) => [freshness, content])).toEqual(
        left.map(({ content }) => ['current', content]),
      );
      for (const state of this.#earlier(id)) {
        const access = this.service.access(id, state);
        const { isOld, list } = await openInheritance(arrived(access), typed, { seen });
        expect(isOld || list?.date === last.list?.date).toBe(true);
      }
    }
  }

  /**
   * The states with another list, and something sealed to them, before the last one. A branch that a lie ended may have
   * been sealed after it, and then no successor can tell.
   */
  #earlier(id: string) {
    const { stored, current } = this.service;
    const keptOf = ({ successors }: (typeof stored)[number]) => successors.find((each) => each.id === id);
    const sealedAt = (share: string) => stored.findIndex((each) => keptOf(each)?.encryptedShare === share);
    const listedAt = (share: string, list: string | null | undefined) =>
      stored.findIndex((each) => keptOf(each)?.encryptedShare === share && keptOf(each)?.list === list);
    const last = keptOf(current!)!;
    const byList = new Map(
      stored.flatMap((state) => {
        const { encryptedShare, list } = keptOf(state) ?? {};
        if (!encryptedShare || !last.encryptedShare) return [];
        const [sealed, lastSealed] = [sealedAt(encryptedShare), sealedAt(last.encryptedShare)];
        const isSealing = sealed === lastSealed;
        const isEarlier = isSealing
          ? listedAt(encryptedShare, list) < listedAt(last.encryptedShare, last.list)
          : sealed < lastSealed;
        return isEarlier ? [[list, state] as const] : [];
      }),
    );
    return byList.values();
  }
}

const device = fc.nat({ max: 1 });
const state = fc.nat({ max: 20 });
const perhaps = fc.option(state, { freq: 2 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renewCode' as const), device }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('changePassword' as const), device, withCode: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('rotate' as const), device, newSigner: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), device, id: fc.constantFrom(GRACE, ALAN) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), device }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('lie' as const),
      lie: fc.record({ state, entries: perhaps, successors: perhaps }),
    }),
  },
);

test('nothing older is taken for the present, nothing is lost, and there is no dead end', async () => {
  const count: Record<string, [done: number, refused: number]> = {};
  const noted = (what: string, isDone: Outcome) => {
    if (isDone === null) return;
    count[what] ??= [0, 0];
    count[what][isDone ? 0 : 1] += 1;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const schedule = new Schedule();
      for (const each of steps) {
        if (each.do === 'lie') schedule.lie(each.lie);
        else if (each.do === 'open') noted('open', await schedule.open(each.device));
        else if (each.do === 'renewCode') noted('renewCode', await schedule.renewCode(each.device));
        else if (each.do === 'edit') noted('edit', await schedule.edit(each.device));
        else if (each.do === 'rotate') noted('rotate', await schedule.rotate(each.device, each.newSigner));
        else if (each.do === 'remove') noted('remove', await schedule.remove(each.device, each.id));
        else noted('changePassword', await schedule.changePassword(each.device, each.withCode));
      }
      await schedule.settle();
    }),
    { numRuns: 60 },
  );
  // The schedules cover every kind of change.
  for (const [done] of Object.values(count)) expect(done).toBeGreaterThan(3);
  expect(Object.values(count).reduce((sum, [, refused]) => sum + refused, 0)).toBeGreaterThan(3);
}, 600_000);
