/** Exporting the whole vault. */
import { type ExportedVault, exportDecrypted, exportEncrypted } from '../client/index.ts';
import { resumeSession } from './connection.ts';
import { HalfDone } from './failure.ts';
import { writeSecretFile } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { counted } from './printing.ts';
import { demandYes } from './terminal.ts';

const fileName = (kind: string, suffix: string): string =>
  `vault-${kind}-${new Date().toISOString().slice(0, 10)}.${suffix}`;

/** @param out a path, or `-` for standard output */
async function deliver(
  { printJson, note }: Invocation,
  { text, missing }: ExportedVault,
  out: string,
): Promise<void> {
  if (out === '-') for await (const piece of text) printJson(piece.replace(/\n$/, ''));
  else {
    await writeSecretFile(out, text);
    note(`Saved as ${out}.`);
  }
  const closed = missing();
  if (closed > 0) {
    throw new HalfDone(
      `${counted(closed, 'entry does', 'entries do')} not open and ${closed === 1 ? 'is' : 'are'} missing there: keep an encrypted export too`,
    );
  }
}

async function demandCare({ terminal, note }: Invocation): Promise<void> {
  note('This writes your whole vault to a file that anyone who has it can read.');
  if (terminal.interactive)
    await demandYes(terminal, 'Keep it on an encrypted disk, and delete it when you are done.');
}

export const exportCommand = command({
  usage: '[--decrypt] [--out <file>]',
  what: 'saves the whole vault: encrypted, or readable with --decrypt; --out - is standard output',
  options: { decrypt: { type: 'boolean' }, out: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { decrypt, out } }) {
    if (decrypt) {
      await demandCare(invocation);
      const owner = await (await ownerSession(invocation)).open();
      await deliver(invocation, await exportDecrypted(owner), out ?? fileName('decrypted', 'json'));
    } else {
      const { api } = await resumeSession(invocation);
      await deliver(invocation, await exportEncrypted(api), out ?? fileName('export', 'ndjson'));
    }
  },
});
