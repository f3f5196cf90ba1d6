/** Comparing keys, and leaving entries to successors. */
import {
  CryptoError,
  comparison,
  decide,
  fingerprint,
  pin as pinKey,
  readSuccessorKeys,
  sealEnvelopes,
  sealToSuccessors,
  type Vault,
} from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import { agreeOnList, asDecided, pinOf, thresholdFor } from './decisions.ts';
import { command, type Invocation } from './invocation.ts';
import { sendLines } from './ndjson.ts';
import { type Owner, openOwner } from './owner.ts';
import { counted, oneLine } from './printing.ts';
import { findSuccessor, readQuorum, readSuccession, readSuccessors, whoGetsWhat } from './succession.ts';
import { UsageFailure } from './usage-failure.ts';
import { findEntry, openAll, type StoredEntry, underPresentKey } from './vault-entries.ts';

export const pin = command({
  usage: '<successor>',
  what: "compares a successor's key with what they read out to you, and trusts it from then on",
  options: {},
  takes: [1, 1],
  async run(invocation, { words: [wanted = ''] }) {
    const { terminal, note, print } = invocation;
    const owner = await openOwner(invocation);
    const { call, answer } = owner;
    const { id, name: shown, publicKey, ownerKey } = findSuccessor(await readSuccessors(owner), wanted);
    const name = oneLine(shown);
    if (publicKey === null)
      throw new Failure(`${name} has not made a recovery kit yet: ask them to open the link in their email`);
    await owner.typed();
    note(`Have ${name} read the comparison on their sheet out to you, by telephone or face to face.`);
    const spoken = await terminal.ask(`What ${name} reads out: `);
    await owner.changeBundle(async (vault) => {
      if (ownerKey !== vault.ownerKey) {
        throw new Failure(`The service gave ${name} another key as yours: remove them, and add them again`);
      }
      return pinKey(vault, { id, publicKey, name: shown }, spoken).catch(async (error) => {
        // Not before, or people would read off the screen what the other ought to say.
        if (error instanceof CryptoError && error.code === 'comparison_differs')
          note(`Here it is:\n\n    ${await comparison(publicKey, ownerKey)}\n`);
        throw error;
      });
    });
    const body = { keyFingerprint: await fingerprint(publicKey) };
    await answer(call.POST('/successors/{id}/verify', { params: { path: { id } }, body }));
    print(`${name}'s key is pinned. Leave them something with \`assign\`, then run \`seal\`.`);
  },
});

/** Tells the service what the bundle already says. */
const putList = (
  { call, answer, confirmed }: Owner,
  id: string,
  body: {
    entryIds: string[];
    restrictToAssignedEntries: boolean;
    keyBundleVersion?: number;
    envelopes: { entryId: string; envelope: string }[];
  },
) =>
  confirmed(() => answer(call.PUT('/successors/{id}/assigned-entries', { params: { path: { id } }, body })));

/** @param listed what they have. Until it is sealed anew they open only that, so its envelopes stay */
async function assignEverything(
  { print, note }: Invocation,
  owner: Owner,
  { id, name, listed }: { id: string; name: string; listed: string[] },
) {
  await owner.changeBundle((vault) => decide(vault, { successors: [{ id, restricted: false }] }));
  await putList(owner, id, { entryIds: listed, restrictToAssignedEntries: false, envelopes: [] });
  print(`Everything is left to ${name}, later entries too.`);
  note('Run `npm run vault -- seal`: until then they lack the key.');
}

/** @param kept what they have and keep */
async function assignEntries(owner: Owner, id: string, titles: readonly string[], kept: readonly string[]) {
  // The version first: keys and salts read after a rotation would not fit a version read before it.
  const { vault, version } = await owner.open();
  const all = await openAll(owner, vault);
  const fresh: StoredEntry[] = [];
  for (const title of titles) fresh.push(await underPresentKey(owner, vault, findEntry(all, title).stored));
  const entryIds = [...new Set([...kept, ...fresh.map((entry) => entry.id)])];
  // First the owner's own word, then what the service says: a difference between them is found when sealing.
  const decided = await decide(vault, { successors: [{ id, restricted: true, entryIds }] });
  const keyBundleVersion = decided === vault ? version : await owner.storeBundle(decided, version);
  const wanted = fresh.map(({ id: entryId, salt }) => ({ id: entryId, salt }));
  const envelopes = await sealEnvelopes(decided, id, wanted, entryIds).catch((error) => {
    if (error instanceof CryptoError && error.code === 'not_sealed_to') return [];
    throw error;
  });
  await putList(owner, id, { entryIds, restrictToAssignedEntries: true, keyBundleVersion, envelopes });
  return { entryIds, envelopes };
}

export const assign = command({
  usage: '<successor> <entry>… [--only] | <successor> --everything',
  what: 'leaves entries to a successor, beside what they have; --only makes it exactly these',
  options: { everything: { type: 'boolean' }, only: { type: 'boolean' } },
  takes: [1, Number.POSITIVE_INFINITY],
  async run(invocation, { values: { everything = false, only = false }, words: [wanted = '', ...titles] }) {
    if (everything ? titles.length > 0 || only : titles.length === 0)
      throw new UsageFailure('Name the entries, or say --everything');
    const { print, note } = invocation;
    const owner = await openOwner(invocation);
    const { call, answer } = owner;
    const successor = findSuccessor(await readSuccessors(owner), wanted);
    const { id } = successor;
    const name = oneLine(successor.name);
    const { entryIds: listed } = await answer(
      call.GET('/successors/{id}/assigned-entries', { params: { path: { id } } }),
    );
    if (everything) {
      await assignEverything(invocation, owner, { id, name, listed });
      return;
    }
    const before = await owner.unlock();
    const pinned = await pinOf(before, id);
    const had = pinned.restricted ? listed : [];
    // Otherwise the service could add an entry to the list, and the owner would decide it unseen.
    if (pinned.restricted && !only) await agreeOnList(invocation, owner, before, id, listed);
    const { entryIds, envelopes } = await owner.again(() =>
      assignEntries(owner, id, titles, only ? [] : had),
    );
    print(`${counted(entryIds.length, 'entry is', 'entries are')} left to ${name}.`);
    if (envelopes.length === 0) note('Run `npm run vault -- seal`: until then they lack the keys.');
    if (pinned.ownSecret === null) return;
    const taken = had.filter((each) => !entryIds.includes(each));
    const what = pinned.restricted
      ? `${counted(taken.length, 'entry', 'entries')} taken from them`
      : 'everything';
    if (!pinned.restricted || taken.length > 0)
      note(
        `${name} still holds the key of ${what}, and with it opens later edits too: run \`npm run vault -- rotate\` to take it away.`,
      );
  },
});

/** Everything in one request, so that no bundle is without the envelopes that belong to it. */
async function* sealLines(
  sealed: Awaited<ReturnType<typeof sealToSuccessors>>,
  keyBundleVersion: number,
): AsyncGenerator<string, void> {
  const { vault, threshold, shares, assignments } = sealed;
  const envelopes = assignments.flatMap((each) =>
    each.envelopes.map((envelope) => ({ successorId: each.successorId, ...envelope })),
  );
  const head = { version: 1, keyBundle: vault.keyBundle, keyBundleVersion, threshold, shares };
  yield `${JSON.stringify({ ...head, envelopeCount: envelopes.length })}\n`;
  for (const envelope of envelopes) yield `${JSON.stringify(envelope)}\n`;
}

/** Whether fewer could open what was sealed before. */
async function isRaised(vault: Vault, threshold: number): Promise<number | null> {
  const { generation, threshold: before } = await readSuccessorKeys(vault);
  return generation > 0 && before !== null && before < threshold ? before : null;
}

export const seal = command({
  usage: '[--quorum <k>]',
  what: 'seals what is left to every successor with a pinned key; --quorum says how many must accept',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const { print, note } = invocation;
    const quorum = readQuorum(values.quorum);
    const owner = await openOwner(invocation);
    await owner.typed();
    await owner.again(async () => {
      const { vault, version } = await owner.open();
      const succession = await readSuccession(owner, (stored) => underPresentKey(owner, vault, stored));
      const { recipients } = succession;
      if (recipients.length === 0)
        throw new Failure('No successor has a pinned key yet: compare one with `npm run vault -- pin`');
      const threshold = await thresholdFor(vault, recipients, quorum);
      const fewer = await isRaised(vault, threshold);
      const decided = await decide(vault, { threshold, successors: [] });
      const sealed = await asDecided(invocation, owner, decided, recipients, (agreed) =>
        sealToSuccessors(agreed, { threshold, successors: recipients }),
      );
      await owner.refreshIfOld();
      const send = () =>
        owner.answer(
          sendLines((init) => owner.callOnce.POST('/vault/rotate', init), sealLines(sealed, version)),
        );
      await owner.confirmed(send);
      print(`Sealed to ${counted(sealed.shares.length, 'successor')}; ${threshold} of them must accept.`);
      print(whoGetsWhat(succession));
      if (fewer !== null)
        note(
          `What was sealed before still opens with ${fewer} of them, later edits too: run \`npm run vault -- rotate\` to end that.`,
        );
    });
  },
});
