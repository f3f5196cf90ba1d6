/** Comparing keys, and leaving entries to successors. */
import {
  CryptoError,
  comparison,
  decide,
  fingerprint,
  pin as pinKey,
  sealEnvelopes,
  sealToSuccessors,
} from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import { command } from './invocation.ts';
import { openOwner } from './owner.ts';
import { counted, oneLine } from './printing.ts';
import {
  decisionsOf,
  findSuccessor,
  quorumFor,
  readQuorum,
  readSuccession,
  readSuccessors,
  whoGetsWhat,
} from './succession.ts';
import { UsageFailure } from './usage-failure.ts';
import { findEntry, openAll } from './vault-entries.ts';

export const pin = command({
  usage: '<successor>',
  what: "compares a successor's key with what they read out, and trusts it from then on",
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
    const vault = await owner.unlock();
    if (ownerKey !== vault.ownerKey) {
      throw new Failure(`The service gave ${name} another key as yours: remove them, and add them again`);
    }
    const pinned = await pinKey(vault, { id, publicKey }, spoken).catch(async (error) => {
      // Not before, or people would read off the screen what the other ought to say.
      if (error instanceof CryptoError && error.code === 'comparison_differs')
        note(`Here it is:\n\n    ${await comparison(publicKey, ownerKey)}\n`);
      throw error;
    });
    if (pinned !== vault) await owner.storeBundle(pinned);
    const body = { keyFingerprint: await fingerprint(publicKey) };
    await answer(call.POST('/successors/{id}/verify', { params: { path: { id } }, body }));
    print(`${name}'s key is pinned. Leave them something with \`assign\`, then run \`seal\`.`);
  },
});

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
    const { id, restrictToAssignedEntries: wasRestricted, encryptedShare } = successor;
    const name = oneLine(successor.name);
    const params = { path: { id } };
    const { entryIds: before } = await answer(call.GET('/successors/{id}/assigned-entries', { params }));
    const put = (body: {
      entryIds: string[];
      restrictToAssignedEntries: boolean;
      envelopes: { entryId: string; envelope: string }[];
    }) => owner.confirmed(() => answer(call.PUT('/successors/{id}/assigned-entries', { params, body })));
    if (everything) {
      await put({ entryIds: before, restrictToAssignedEntries: false, envelopes: [] });
      print(`Everything is left to ${name}, later entries too.`);
      note('Run `npm run vault -- seal`: until then they lack the key.');
      return;
    }
    const vault = await owner.unlock();
    const all = await openAll(owner, vault);
    const chosen = titles.map((title) => findEntry(all, title).stored);
    const fresh = chosen.map(({ id: entryId, salt }) => ({ id: entryId, salt }));
    const entryIds = [...new Set([...(only ? [] : before), ...fresh.map((entry) => entry.id)])];
    const sealFresh = async () => {
      const decided = await decide(vault, { successors: [{ id, restricted: true, entryIds }] });
      return sealEnvelopes(decided, id, fresh, entryIds);
    };
    const envelopes = await sealFresh().catch((error) => {
      if (error instanceof CryptoError && ['not_sealed_to', 'key_not_pinned'].includes(error.code)) return [];
      throw error;
    });
    await put({ entryIds, restrictToAssignedEntries: true, envelopes });
    print(`${counted(entryIds.length, 'entry is', 'entries are')} left to ${name}.`);
    if (envelopes.length === 0) note('Run `npm run vault -- seal`: until then they lack the keys.');
    else if (!wasRestricted && encryptedShare)
      note(`${name} still holds the key of everything: run \`npm run vault -- rotate\` to take it away.`);
  },
});

export const seal = command({
  usage: '[--quorum <k>]',
  what: 'seals what is left to every successor with a pinned key; k of them must accept',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const { print } = invocation;
    const quorum = readQuorum(values.quorum);
    const owner = await openOwner(invocation);
    const { call, answer } = owner;
    const vault = await owner.unlock();
    const succession = await readSuccession(owner);
    const { recipients } = succession;
    if (recipients.length === 0)
      throw new Failure('No successor has a pinned key yet: compare one with `npm run vault -- pin`');
    const threshold = await quorumFor(owner, recipients, quorum);
    const decided = await decide(vault, decisionsOf(threshold, recipients));
    const sealed = await sealToSuccessors(decided, { threshold, successors: recipients });
    // First, because a share whose secrets are in no bundle could never get another envelope.
    await owner.storeBundle(sealed.vault);
    const { shares, assignments } = sealed;
    await owner.confirmed(() => answer(call.PUT('/successors/shares', { body: { threshold, shares } })));
    for (const { successorId, envelopes } of assignments) {
      const params = { path: { id: successorId } };
      const entryIds = envelopes.map(({ entryId }) => entryId);
      const body = { entryIds, restrictToAssignedEntries: true, envelopes };
      await owner.confirmed(() => answer(call.PUT('/successors/{id}/assigned-entries', { params, body })));
    }
    print(`Sealed to ${counted(shares.length, 'successor')}; ${threshold} of them must accept.`);
    print(whoGetsWhat(succession));
  },
});
