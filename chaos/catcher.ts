/**
 * A mail server that forgets nothing: it writes each mail to a file, as a line of JSON, before it answers 250. It can
 * be killed like any other server without losing what it accepted. Mailboxes can be shut: their mails are refused, and
 * the refusals are written to the file too. Or their mails are lost after the 250, which the file also records.
 *
 * `node chaos/catcher.ts <port> <file> <file of mailboxes>`
 */
import { openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { converse, type SmtpAnswers } from './smtp.ts';

/** The fate of a mail that was accepted (250) but does not arrive: it is reported as bounced, or lost without a report. */
export type Lost = 'returned' | 'dropped';

/** Mailboxes that accept no mail, by their address, or by `@` and their domain. */
export type ClosedMailboxes = Record<string, { refuses: string } | { loses: Lost }>;

/** A line of the file about a mail that was refused. */
export interface Refused {
  at: number;
  to: string;
  refused: string;
}

/** A line of the file about a mail that was accepted. */
export interface Caught {
  /** When it was complete, just before the 250, in milliseconds. */
  at: number;
  to: string;
  source: string;
  lost?: Lost | undefined;
}

/**
 * Answers one client.
 *
 * @param closed what becomes of mail to a mailbox; undefined when it takes it
 */
function answers(
  keep: (line: Caught | Refused) => void,
  closed: (address: string) => ClosedMailboxes[string] | undefined,
): SmtpAnswers {
  let lost: Lost | undefined;
  return {
    command(name, to) {
      if (name !== 'RCPT') return null;
      const how = closed(to);
      lost = how && 'loses' in how ? how.loses : undefined;
      if (!how || !('refuses' in how)) return null;
      keep({ at: Date.now(), to, refused: how.refuses });
      return how.refuses;
    },
    mail({ to, source }) {
      keep({ at: Date.now(), to, source, lost });
      return null;
    },
  };
}

if (import.meta.main) {
  const [, , port = '', file = '', closedFile = ''] = process.argv;
  const kept = openSync(file, 'a');
  // A predecessor that was killed may have left half a line, before its 250.
  writeSync(kept, '\n');
  const keep = (line: Caught | Refused) => void writeSync(kept, `${JSON.stringify(line)}\n`);
  const closed = (address: string) => {
    const all = JSON.parse(readFileSync(closedFile, 'utf8')) as ClosedMailboxes;
    return all[address] ?? all[address.slice(address.lastIndexOf('@'))];
  };
  createServer((socket) => converse(socket, answers(keep, closed))).listen(Number(port), '127.0.0.1');
}
