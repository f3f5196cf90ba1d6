/** An owner before each test, with two entries and two successors: Grace gets everything, and Alan the diary. */
import { beforeEach } from '@jest/globals';
import {
  type AccessDocument,
  addEntry,
  changeBundle,
  changeEntry,
  type ListState,
  logIn,
  type Owner,
  openInheritance,
  openOwner,
  readEntry,
  saveSuccession,
  seenInMemory,
} from '../../client/index.ts';
import { createKit, type Kit, pin } from '../../crypto/index.ts';
import { SAM } from '../crypto/family.ts';
import { arrived, type LyingService, openLyingAccount } from './lying-service.ts';

export const DAY = 86_400_000;
export const YEAR = 31_557_600_000;
const PASSWORD = 'correct horse';
export const [GRACE, ALAN] = ['0193a5b0-7c00-7000-8000-00000000000a', '0193a5b0-7c00-7000-8000-00000000000b'];
export const [HOUSE, DIARY] = [
  '0193a5b0-7c00-7000-8000-00000000001a',
  '0193a5b0-7c00-7000-8000-00000000001b',
];

export const note = (title: string) => ({ kind: 'note' as const, title, category: '', tags: [], fields: {} });

export let service: LyingService;
export let owner: Owner;
export let kits: Record<string, Kit>;

beforeEach(async () => {
  ({ service } = await openLyingAccount(PASSWORD));
  owner = await onOtherDevice();
  kits = {};
  for (const [id, name] of [
    [GRACE, 'Grace'],
    [ALAN, 'Alan'],
  ] as const) {
    const { ownerKey } = owner.unlocked().vault;
    const kit = await createKit({ ownerKey, email: SAM });
    kits[id] = kit;
    const { publicKey, salt, words } = kit;
    await changeBundle(owner, (current) => pin(current, { id, publicKey, email: SAM, name }, words));
    service.current!.successors.push({
      ...{ id, name, publicKey, publicKeySalt: salt, ownerKey, encryptedShare: null, envelopes: {} },
      ...{ restrictToAssignedEntries: true, entryIds: [] },
    });
  }
  await addEntry(owner, { id: HOUSE, content: note('the house') });
  await addEntry(owner, { id: DIARY, content: note('the diary') });
  await seal();
});

/** What the service stores about Grace, about Alan, and about the house. */
export const storedGrace = () => service.current!.successors.find(({ id }) => id === GRACE)!;
export const storedAlan = () => service.current!.successors.find(({ id }) => id === ALAN)!;
export const storedHouse = () => service.current!.entries.find(({ id }) => id === HOUSE)!;

export const seal = (threshold = 1) =>
  saveSuccession(owner, {
    threshold,
    people: [
      { id: GRACE, restricted: false, entryIds: [] },
      { id: ALAN, restricted: true, entryIds: [DIARY] },
    ],
  });

export const open = (id: string, access: AccessDocument = service.access(id), seen = seenInMemory()) =>
  openInheritance(arrived(access), { code: kits[id]!.code, ownerFingerprint: null }, { seen });

/** The titles of the entries that a successor opens, with their freshness. */
export const fresh = async (id: string, access?: AccessDocument) =>
  Object.fromEntries(
    (await open(id, access)).entries.map(({ content, freshness }) => [content?.title, freshness]),
  );

export async function edit(id: string, title: string): Promise<void> {
  const { version, signedVersion } = await readEntry(owner, { id });
  await changeEntry(owner, { id, content: note(title), version, signedVersion });
}

export const without = (access: AccessDocument, ...ids: string[]): AccessDocument => ({
  ...access,
  entries: access.entries.filter(({ id }) => !ids.includes(id)),
});

/** Makes requests fail that begin with this text. */
export function fail(beginning: string): void {
  service.interfere = async (what) =>
    what.startsWith(beginning) ? [500, { code: 'internal_error', status: 500 }] : undefined;
}

export const stateOf = (states: ListState[], id = GRACE) => states.find((each) => each.id === id)!;

/** Another device of the owner's, which has seen as little as `seen` says. */
export async function onOtherDevice(seen = seenInMemory()): Promise<Owner> {
  const { opened } = await logIn(service.api, { email: service.email, password: PASSWORD, seen });
  if (opened.state !== 'open') throw new Error(opened.state);
  return openOwner(service.api, opened.unlocked, { seen });
}
