/** A mail server that does as a test tells it: it accepts mails, refuses them, is slow, or hangs. */
import { createServer } from 'node:net';
import { converse, type SmtpAnswers } from '../../../chaos/smtp.ts';
import { listening } from './listening.ts';

export interface SmtpListener {
  host: string;
  port: number;
  /** Recipients of the mails it accepted, in order. */
  taken: string[];
  /** The return address of each of them. */
  returnAddresses: string[];
  /** Recipients of the mails whose content it has, without having answered. */
  held: string[];
  /** Called when a client introduces itself, before the answer. */
  onEhlo: () => void;
  /** What it answers to a password. Until this is set, it asks for none. */
  onLogIn: (() => string) | null;
  /** What it answers to a sender, if not a plain 250. */
  onSender: () => string | null;
  /** What it answers to a recipient, if not a plain 250. */
  onRecipient: (address: string) => string | null;
  /** Whether and when it answers a mail's content. Called with the recipient. */
  onContent: (address: string) => Promise<void>;
  /** What it answers to a mail's content, if not a plain 250. */
  onContentEnd: (address: string, source: string) => string | null;
  /** Breaks every connection. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startSmtpListener(): Promise<SmtpListener> {
  const server = await listening(createServer((socket) => converse(socket, answersOf(listener))));
  const listener: SmtpListener = {
    host: '127.0.0.1',
    port: server.port,
    taken: [],
    returnAddresses: [],
    held: [],
    onEhlo: () => {},
    onLogIn: null,
    onSender: () => null,
    onRecipient: () => null,
    onContent: async () => {},
    onContentEnd: () => null,
    hangUp: server.cut,
    close: server.close,
  };
  return listener;
}

const answersOf = (listener: SmtpListener): SmtpAnswers => ({
  command(name, address) {
    switch (name) {
      case 'EHLO':
        listener.onEhlo();
        return listener.onLogIn ? '250-listener\r\n250 AUTH PLAIN' : '250 listener';
      case 'AUTH':
        return listener.onLogIn?.() ?? '502 no';
      case 'STAR':
        // It speaks no TLS.
        return '502 5.5.1 no such command';
      case 'MAIL':
        return listener.onSender();
      case 'RCPT':
        return listener.onRecipient(address);
      default:
        return null;
    }
  },
  async mail({ from, to, source }) {
    listener.held.push(to);
    await listener.onContent(to);
    listener.held.splice(listener.held.indexOf(to), 1);
    const no = listener.onContentEnd(to, source);
    if (no === null) {
      listener.taken.push(to);
      listener.returnAddresses.push(from);
    }
    return no;
  },
});
