/** What defines a kind of mail. Each kind has a file in `kinds/`. */
import type { SignRecord } from '../db/activity-log.ts';
import type { DueResult } from '../db/due.ts';
import type { ChannelRow } from '../db/entities/channel.ts';
import type { MailRow } from '../db/entities/mail.ts';
import type { SuccessorRow } from '../db/entities/successor.ts';
import type { TokenPurpose } from '../db/entities/token.ts';
import type { UserRow } from '../db/entities/user.ts';
import type { LoadedSwitch } from '../db/load-switch.ts';
import type { Language, Locale } from '../db/locale.ts';
import type { EntityManager } from '../db/orm.ts';
import type { Rules, SwitchEvent, SwitchState } from '../switch/state.ts';
import type { Letter, Words } from './layout/letter.ts';
import type { Writer } from './layout/line.ts';
import { writerFor } from './layout/writer.ts';

export interface SignOfLifeLink {
  link: string;
  /** Whether the link leads to the log-in page. */
  toLogIn: boolean;
}

/** What a kind reads its facts from. Nothing is read until it is asked for. */
export interface MailContext {
  em: EntityManager;
  now: Date;
  rules: Rules;
  frontendUrl: string;
  /** Locked, so that address and credentials can't change before the caller commits; null once the account is gone. */
  owner(): Promise<UserRow | null>;
  /** Once the account is gone, the name that the mail's row keeps. */
  ownerName: string;
  /**
   * The successor this mail is for; null once we may no longer write to them at this address. If the kind locks, that
   * can't change before its links are committed: a change of address makes them invalid.
   */
  successor(): Promise<SuccessorRow | null>;
  /** The way that this goes to; null once the owner has removed it. */
  channel(): Promise<ChannelRow | null>;
  /** The code that proves a way. */
  codeOf(channel: ChannelRow): string;
  /** The owner's switch as it is now, and its next step; null once the account is gone. */
  due(): Promise<DueResult | null>;
  /** Mints a token and returns the address of its page, which opens in the reader's language. */
  link(purpose: TokenPurpose, options?: { expiresAt: Date }): Promise<string>;
  /** The address of the page where the holder of a mailbox stops our mail. @param mailbox its hash */
  stopLink(mailbox: Buffer): string;
  /** The address of the log-in page, which opens in the reader's language. */
  logInLink: string;
  /** The link that asks an owner for a sign of life: it checks in, or leads to the log-in page if they chose that. */
  signOfLifeLink(owner: LoadedSwitch): Promise<SignOfLifeLink>;
}

/** The type of a method, because TypeScript checks methods less strictly: a kind with any facts is a `MailKind`. */
type Wording<Facts> = { words(facts: Facts, writer: Writer): Words }['words'];

export interface MailKind<Facts = unknown> {
  /** Whether `facts` locks rows until its links are committed, and so needs a transaction. */
  locks?: true;
  /** Reads the facts that the mail states, and mints its links; null once it has become obsolete. */
  facts(context: MailContext, mail: MailRow): Promise<Facts | null>;
  /** The text in every language: pure functions. */
  words: Record<Language, Wording<Facts>>;
  /** Records the mail server's 250 if it isn't a step of a switch. Runs in the transaction that notes the 250. */
  noteAccepted?(
    context: { em: EntityManager; signRecord: SignRecord },
    mail: MailRow,
    at: Date,
  ): Promise<void>;
  /** The step of the switch that follows from the mail server's 250; null if there is none, or it comes too late. */
  accepted?(state: SwitchState, mail: MailRow, at: number): SwitchEvent | null;
  /** The event that takes the step back if the mail is returned after its acceptance. */
  returned?(state: SwitchState, mail: MailRow, at: number): SwitchEvent | null;
  /** The step of the switch once the owner's mailbox is dead for good. */
  undeliverable?(state: SwitchState, mail: MailRow, at: number): SwitchEvent | null;
  /** The step of the switch once the mail has become obsolete. Runs while the switch is locked. */
  dropped?(
    state: SwitchState,
    mail: MailRow,
    at: number,
    em: EntityManager,
  ): SwitchEvent | null | Promise<SwitchEvent | null>;
}

/** Lets TypeScript infer the facts from the function that reads them. */
export const mailKind = <Facts>(kind: MailKind<Facts>): MailKind<Facts> => kind;

/** The letter of a kind for a reader. */
export const letterOf = <Facts>(kind: MailKind<Facts>, facts: Facts, locale: Locale): Letter => ({
  language: locale.language,
  ...kind.words[locale.language](facts, writerFor(locale)),
});
