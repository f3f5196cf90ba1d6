/** Mailboxes that take no mail for a while; which they are outlasts every kill of their mail server. */
import { renameSync, writeFileSync } from 'node:fs';
import type { ShutMailboxes } from './catcher.ts';

export interface Mailboxes {
  /** Where the mail server reads it. */
  readonly file: string;
  /** From now on this mailbox refuses every mail. @param reply what the mail server says then */
  shut(address: string, reply: string): void;
  /** It takes mail again. */
  open(address: string): void;
}

/** Begins with all of them open. */
export function openMailboxes(file: string): Mailboxes {
  const shut: ShutMailboxes = {};
  /** In one go, so that the mail server never reads half of it. */
  function write(): void {
    writeFileSync(`${file}.new`, JSON.stringify(shut));
    renameSync(`${file}.new`, file);
  }
  write();
  return {
    file,
    shut(address, reply) {
      shut[address] = reply;
      write();
    },
    open(address) {
      delete shut[address];
      write();
    },
  };
}
