/** New keys for the whole vault, in one request: all or nothing. */
import { decide, rotate as rotateKeys, type Vault } from '../../crypto/index.ts';
import { command, type Invocation } from './invocation.ts';
import { entriesIn, exportVault, sendLines } from './ndjson.ts';
import { type Owner, openOwner } from './owner.ts';
import { counted } from './printing.ts';
import { decisionsOf, quorumFor, readQuorum, readSuccession, whoGetsWhat } from './succession.ts';

const SHOWN_EVERY_MS = 200;

/** One line that a terminal refreshes. Elsewhere nobody watches. */
function progressLine({ terminal, progress }: Invocation): (done: number, total: number) => void {
  let next = 0;
  return (done, total) => {
    if (!terminal.interactive || (Date.now() < next && done < total)) return;
    next = Date.now() + SHOWN_EVERY_MS;
    progress(`\r${done} of ${total} entries${done < total ? '' : '\n'}`);
  };
}

/**
 * Seals every entry under a new vault key, and everything to the successors who remain. Cut off at any time, it has
 * changed nothing and can be run again.
 *
 * @param quorum from `--quorum`
 */
export async function rotateVault(
  invocation: Invocation,
  owner: Owner,
  vault: Vault,
  quorum: number | undefined,
): Promise<void> {
  const { answer, callOnce } = owner;
  const succession = await readSuccession(owner);
  const { recipients } = succession;
  const threshold = await quorumFor(owner, recipients, quorum);
  await owner.confirm();
  await owner.refreshIfOld();
  const exported = await exportVault(owner);
  const { entryCount } = exported.head;
  const decided = await decide(vault, decisionsOf(threshold, recipients));
  const { lines } = await rotateKeys(decided, {
    entries: entriesIn(exported),
    entryCount,
    threshold,
    successors: recipients,
    onProgress: progressLine(invocation),
  });
  await answer(sendLines((init) => callOnce.POST('/vault/rotate', init), lines));
  invocation.print(
    `${counted(entryCount, 'entry has new keys', 'entries have new keys')}, sealed to ` +
      `${counted(recipients.length, 'successor')}.`,
  );
  if (recipients.length > 0) invocation.print(whoGetsWhat(succession));
}

export const rotate = command({
  usage: '[--quorum <k>]',
  what: 'gives everything new keys; cut off at any time, it has changed nothing',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const quorum = readQuorum(values.quorum);
    const owner = await openOwner(invocation);
    await rotateVault(invocation, owner, await owner.unlock(), quorum);
  },
});
