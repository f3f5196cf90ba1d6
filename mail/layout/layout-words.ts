/** The words that many letters share. */
import type { Language } from '../../db/locale.ts';
import type { Line, WriteLine } from './line.ts';

interface LayoutWords {
  greeting: string;
  /** For somebody whose name is empty. */
  nameless: string;
  /** Before the address of the button, written out. */
  orOpen: string;
  /** The sentence about opting out, around its link. */
  optOut: { before: string; link: string; after: string };
  /** The reason under every mail to the holder of an account. */
  toAccountHolder(line: WriteLine): Line;
  /** The reason under every mail to a successor. */
  toSuccessor(line: WriteLine, ownerName: string): Line;
}

export const LAYOUT: Record<Language, LayoutWords> = {
  en: {
    greeting: 'Hello',
    nameless: 'somebody without a name',
    orOpen: 'Or open this address:',
    optOut: { before: "If you'd rather not be a successor, ", link: 'opt out', after: '.' },
    toAccountHolder: (line) =>
      line`You're receiving this email because your address belongs to a Vault Handover account.`,
    toSuccessor: (line, ownerName) =>
      line`You're receiving this email because ${ownerName} named you as a successor in Vault Handover.`,
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
    toAccountHolder: (line) =>
      line`Sie erhalten diese E-Mail, weil Ihre Adresse zu einem Konto bei Vault Handover gehört.`,
    toSuccessor: (line, ownerName) =>
      line`Sie erhalten diese E-Mail, weil ${ownerName} Sie bei Vault Handover als Vertrauensperson benannt hat.`,
  },
};
