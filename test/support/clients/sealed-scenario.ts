/** An owner and three successors who use client/ against a real service. */
import { randomUUID } from 'node:crypto';
import {
  answered,
  compareKey,
  inviteSuccessor,
  logIn,
  makeKit,
  openOwner,
  passOnShare,
  prepareAccount,
  readAccess,
  readInvitation,
  register,
  respond,
  type SuccessorAccess,
  saveSuccession,
  storeKit,
  verifyAddress,
} from '../../../client/index.ts';
import {
  type Inheritance,
  KDF_V1,
  type Kit,
  openAsSuccessor,
  type Recipient,
  type SealedEntry,
  type SealedLeftEntry,
  sealEntry,
  type Vault,
} from '../../../crypto/index.ts';
import { type ApiCaller, browser, type RecordedTraffic, visitor } from '../../../dev/callers.ts';
import { insideAccount } from '../../../scripts/crypto-vectors/between.ts';
import { bytes, hkdf, join } from '../../../scripts/crypto-vectors/plain.ts';
import { uniqueEmail } from '../builders/owner.ts';
import type { LongDayEnvironment } from '../servers/long-day-environment.ts';
import type { Prizes } from './attacker.ts';
import { linkTo, tokenIn } from './caught-mail.ts';
import { serviceAccess } from './service-access.ts';

export interface SealedPerson {
  id: string;
  email: string;
  name: string;
  kit: Kit;
  /** What is left to them, or null for everything. */
  left: readonly string[] | null;
}

export interface SealedScenario {
  userId: string;
  email: string;
  traffic: RecordedTraffic;
  /** The owner's browser. */
  call: ApiCaller;
  vault: Vault;
  people: SealedPerson[];
  /** Texts by the IDs of their entries. */
  texts: Map<string, string>;
  entries: Map<string, SealedEntry>;
  /** What must not occur anywhere, in words and bytes. */
  secrets: { what: string; value: string | Uint8Array }[];
  prizes: Prizes;
  recipients(): Recipient[];
  /** The token of the latest link to a page that was mailed to someone. */
  token(page: string, email: string): Promise<string>;
  /** Accepts with the latest invitation, and reseals their share to the others. */
  accept(who: SealedPerson): Promise<void>;
  /** What someone opens with their kit and the latest access link. */
  inherit(who: SealedPerson): Promise<{ inheritance: Inheritance; texts: Record<string, string> }>;
  access(who: SealedPerson): Promise<SuccessorAccess>;
}

const TEXTS: Record<string, string> = {
  'the letter': 'Dear Grace, the garden is yours now — and "the gate" too.',
  'the bank': 'Account 0815 4711, at the branch beside the station',
  'the house': 'The spare keys are with Mme Lefèvre on the second floor',
  'the diary': 'On Tuesday it rained, and nobody will ever read this page',
};
/** Two who get some entries, and one who gets everything. */
const LEFT: Record<string, readonly string[] | null> = {
  Grace: ['the letter', 'the house'],
  Alan: ['the bank', 'the house'],
  Edsger: null,
};
export const PASSWORD = 'Ada’s cat likes the 3rd window';

/** Everything before the owner's silence, with a quorum of two of three. */
export async function beginSealedScenario(environment: LongDayEnvironment): Promise<SealedScenario> {
  const traffic: RecordedTraffic = { sent: [], received: [] };
  const service = { ...serviceAccess(environment), traffic };
  const token = async (page: string, email: string) => tokenIn(await linkTo({ email }, `/${page}`)) ?? '';

  const email = uniqueEmail('sealed');
  const anyone = visitor(service);
  const account = { email, name: 'Ada', password: PASSWORD };
  const { recoveryCode, registration } = await prepareAccount(anyone, account);
  await register(anyone, registration);
  await verifyAddress(anyone, await token('verify-email', email));
  const call = browser(service);
  const { user, opened } = await logIn(call, account);
  if (opened.state !== 'open') throw new Error(`the vault is ${opened.state}`);
  const owner = openOwner(call, opened.unlocked);

  const texts = new Map<string, string>();
  const entries = new Map<string, SealedEntry>();
  const named = new Map<string, string>();
  for (const [name, text] of Object.entries(TEXTS)) {
    const entry = await sealEntry(owner.unlocked().vault, { id: randomUUID(), text });
    await answered(call.POST('/vault/entries', { body: { ...entry, category: '', tags: [] } }));
    texts.set(entry.id, text);
    entries.set(entry.id, entry);
    named.set(name, entry.id);
  }

  const people: SealedPerson[] = [];
  for (const [name, left] of Object.entries(LEFT)) {
    const address = uniqueEmail(name.toLowerCase());
    const restrictToAssignedEntries = left !== null;
    const { id } = await inviteSuccessor(owner, { email: address, name, restrictToAssignedEntries });
    const link = await token('successor', address);
    const theirs = visitor(service);
    const { successor } = await readInvitation(theirs, link);
    const kit = await makeKit({ ownerKey: successor.ownerKey ?? '', email: address });
    await storeKit(theirs, link, kit);
    await compareKey(owner, { id, name, email: address, heard: kit.words });
    const ids = left?.map((each) => named.get(each)!) ?? null;
    people.push({ id, email: address, name, kit, left: ids });
  }

  const recipients = (): Recipient[] =>
    people.map(({ id, kit, left }) => ({
      id,
      publicKey: kit.publicKey,
      restricted: left !== null,
      entries: (left ?? []).map((entryId) => ({ id: entryId, salt: entries.get(entryId)!.salt })),
    }));
  const choices = people.map(({ id, left }) => ({ id, restricted: left !== null, entryIds: left ?? [] }));
  await saveSuccession(owner, { threshold: 2, people: choices });

  const kitOf = ({ id, kit: { code, salt } }: SealedPerson) => ({ code, salt, successorId: id });
  const access = async (person: SealedPerson) =>
    readAccess(visitor(service), await token('access', person.email));
  const { keyBundle } = owner.unlocked().vault;
  const unlocked = {
    email,
    password: PASSWORD,
    kdf: KDF_V1,
    user: { id: user.id, salt: user.salt, keyBundle },
  };
  return {
    userId: user.id,
    email,
    traffic,
    call,
    get vault() {
      return owner.unlocked().vault;
    },
    people,
    texts,
    entries,
    ...whatIsSecret({ unlocked, recoveryCode, people, texts, entries }),
    recipients,
    token,
    access,
    async accept(person) {
      const theirs = visitor(service);
      const link = await token('respond', person.email);
      const { encryptedShare, holders = [] } = await respond(theirs, { token: link, response: 'accept' });
      await passOnShare(theirs, {
        token: link,
        ...kitOf(person),
        encryptedShare: encryptedShare ?? '',
        holders,
      });
    },
    async inherit(person) {
      const given = await access(person);
      const { encryptedShare, reshares } = given;
      const inheritance = await openAsSuccessor(kitOf(person), { encryptedShare, reshares });
      const opened: Record<string, string> = {};
      for (const blob of given.entries) {
        const each = JSON.parse(await blob.text()) as SealedLeftEntry;
        opened[each.id] = (await inheritance.open(each)).text;
      }
      return { inheritance, texts: opened };
    },
  };
}

interface Known extends Pick<SealedScenario, 'people' | 'texts' | 'entries'> {
  unlocked: Parameters<typeof insideAccount>[0];
  recoveryCode: string;
}

/** Every secret of the scenario, worked out without crypto/. */
function whatIsSecret({ unlocked, recoveryCode, people, texts, entries }: Known) {
  const { master, kek, root, vaultKey, signingSeed, recoveryKey, successors } = insideAccount(unlocked);
  const { quorumSecret, pins } = JSON.parse(successors) as {
    quorumSecret: string;
    pins: Record<string, { ownSecret: string }>;
  };
  const keys = new Map<string, Uint8Array>([
    ...Object.entries({ master, kek, root, vaultKey, signingSeed, recoveryKey }).map(
      ([name, hex]) => [name, bytes(hex, 'hex')] as const,
    ),
    ['quorumSecret', bytes(quorumSecret)] as const,
  ]);
  for (const { id, name } of people) {
    const own = bytes(pins[id]!.ownSecret);
    const packageKey = hkdf(join(own, bytes(quorumSecret)), Buffer.alloc(0), 'package-key-v1');
    keys.set(`${name}'s own secret`, own).set(`${name}'s package key`, packageKey);
  }
  for (const [id, { salt }] of entries) {
    keys.set(
      `the key of ${texts.get(id)}`,
      hkdf(bytes(vaultKey, 'hex'), bytes(salt), `entry-v1${unlocked.user.id}${id}`),
    );
  }
  const papers = [recoveryCode, ...people.map(({ kit }) => kit.code)];
  const codes = papers.flatMap((code) => [code, code.replaceAll('-', ''), code.toLowerCase()]);
  const words = [unlocked.password, ...texts.values(), ...codes];
  return {
    prizes: { keys, texts: new Map([...texts.values()].map((text) => [text, text])) },
    secrets: [
      ...words.flatMap((value) => [
        { what: value, value },
        { what: `${value}, in UTF-16`, value: Buffer.from(value, 'utf16le') },
        { what: `${value}, in UTF-16, big-endian`, value: Buffer.from(value, 'utf16le').swap16() },
      ]),
      ...papers.map((code) => ({
        what: `the bytes of ${code}`,
        value: bytes(code.replaceAll('-', '').slice(0, 32), 'hex'),
      })),
      ...[...keys].map(([what, value]) => ({ what, value })),
    ],
  };
}
