/** Mailboxes that are shut for a while, also across kills of their mail server. */
import { renameSync, writeFileSync } from 'node:fs';
import type { ShutMailboxes } from './catcher.ts';

export interface Mailboxes {
  /** The mail server reads it. */
  readonly file: string;
  /** From now on this mailbox refuses every mail, with this reply. */
  shut(address: string, reply: string): void;
  /** It takes mail again. */
  open(address: string): void;
}

/** All of them are open at first. */
export function openMailboxes(file: string): Mailboxes {
  const shut: ShutMailboxes = {};
  /** Renamed into place, so that the mail server never reads half a file. */
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
