/** Mailboxes that accept no mail for a while, even across kills of their mail server. */
import { renameSync, writeFileSync } from 'node:fs';
import type { ClosedMailboxes, Lost } from './catcher.ts';

export interface Mailboxes {
  /** The mail server reads it. */
  readonly file: string;
  /**
   * From now on this mailbox refuses every mail with this reply. `@` and a domain shuts all mailboxes of that domain.
   */
  shut(address: string, reply: string): void;
  /** From now on its mails are accepted and then lost. */
  lose(address: string, how: Lost): void;
  /** It accepts mail again. */
  open(address: string): void;
}

/** All of them are open at first. */
export function openMailboxes(file: string): Mailboxes {
  const closed: ClosedMailboxes = {};
  /** Renamed into place, so that the mail server never reads half a file. */
  function write(): void {
    writeFileSync(`${file}.new`, JSON.stringify(closed));
    renameSync(`${file}.new`, file);
  }
  write();
  return {
    file,
    shut(address, reply) {
      closed[address] = { refuses: reply };
      write();
    },
    lose(address, how) {
      closed[address] = { loses: how };
      write();
    },
    open(address) {
      delete closed[address];
      write();
    },
  };
}
