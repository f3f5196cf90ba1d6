/** Words that many letters share. */
import type { Language } from '../../db/locale.ts';
import type { MailLine, WriteLine } from './line.ts';
import { SERVICE_NAME } from './service-name.ts';

/** A sentence with a link in it. */
export interface SentenceWithLink {
  before: string;
  link: string;
  after: string;
}

interface LayoutWords {
  greeting: string;
  /** For someone whose name is empty. */
  nameless: string;
  /** Before the button's address, which is written out. */
  orOpen: string;
  /** The sentence about opting out, around its link. */
  optOut: SentenceWithLink;
  /** The sentence about stopping mails that strangers cause. */
  stop: SentenceWithLink;
  /** The reason under every mail to the holder of an account. */
  toAccountHolder(line: WriteLine): MailLine;
  /** The reason under every mail to a successor. */
  toSuccessor(line: WriteLine, ownerName: string): MailLine;
}

export const LAYOUT: Record<Language, LayoutWords> = {
  en: {
    greeting: 'Hello',
    nameless: 'someone without a name',
    orOpen: 'Or open this address:',
    optOut: { before: "If you'd rather not be a successor, ", link: 'opt out', after: '.' },
    stop: { before: "If you'd rather not get such emails, ", link: 'stop them', after: '.' },
    toAccountHolder: (line) =>
      line`You're receiving this email because your address belongs to a ${SERVICE_NAME} account.`,
    toSuccessor: (line, ownerName) =>
      line`You're receiving this email because ${ownerName} named you as a successor in ${SERVICE_NAME}.`,
  },
  de: {
    greeting: 'Guten Tag',
    nameless: 'jemand ohne Namen',
    orOpen: 'Oder öffnen Sie diese Adresse:',
    optOut: {
      before: 'Wenn Sie keine Vertrauensperson sein möchten, ',
      link: 'tragen Sie sich aus',
      after: '.',
    },
    stop: { before: 'Wenn Sie solche E-Mails nicht möchten, ', link: 'bestellen Sie sie ab', after: '.' },
    toAccountHolder: (line) =>
      line`Sie erhalten diese E-Mail, weil Ihre Adresse zu einem Konto bei ${SERVICE_NAME} gehört.`,
    toSuccessor: (line, ownerName) =>
      line`Sie erhalten diese E-Mail, weil ${ownerName} Sie bei ${SERVICE_NAME} als Vertrauensperson benannt hat.`,
  },
};
