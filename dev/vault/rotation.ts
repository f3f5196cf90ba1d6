/** New keys for the whole vault, in one request: all or nothing. */
import { decide, rotate as rotateKeys } from '../../crypto/index.ts';
import { asDecided, thresholdFor } from './decisions.ts';
import { command, type Invocation } from './invocation.ts';
import { entriesIn, exportVault, sendLines } from './ndjson.ts';
import { type Owner, openOwner } from './owner.ts';
import { counted } from './printing.ts';
import { readQuorum, readSuccession, whoGetsWhat } from './succession.ts';

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
  quorum: number | undefined,
): Promise<void> {
  const { answer, callOnce } = owner;
  await owner.confirm();
  const { vault, version } = await owner.open();
  const succession = await readSuccession(owner);
  const { recipients } = succession;
  const threshold = await thresholdFor(vault, recipients, quorum);
  const decided = recipients.length === 0 ? vault : await decide(vault, { threshold, successors: [] });
  await owner.refreshIfOld();
  const { lines, entryCount } = await asDecided(invocation, owner, decided, recipients, async (agreed) => {
    const exported = await exportVault(owner);
    const { entryCount: count } = exported.head;
    const rotation = await rotateKeys(agreed, {
      keyBundleVersion: version,
      entries: entriesIn(exported),
      entryCount: count,
      threshold,
      successors: recipients,
      onProgress: progressLine(invocation),
    });
    return { ...rotation, entryCount: count };
  });
  await answer(sendLines((init) => callOnce.POST('/vault/rotate', init), lines));
  await owner.keep({ departed: [] });
  invocation.print(
    `${counted(entryCount, 'entry has new keys', 'entries have new keys')}, sealed to ` +
      `${counted(recipients.length, 'successor')}.`,
  );
  if (recipients.length > 0) invocation.print(whoGetsWhat(succession));
}

export const rotate = command({
  usage: '[--quorum <k>]',
  what: 'gives everything new keys, to shut out removed successors; cut off, it changes nothing',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const quorum = readQuorum(values.quorum);
    const owner = await openOwner(invocation);
    await owner.again(() => rotateVault(invocation, owner, quorum));
  },
});
