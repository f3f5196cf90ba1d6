/** What the mails and the steps of the switch need from outside; it enters through `createActivities(deps)`. */
import type { SignRecord } from '../db/activity-log.ts';
import type { Heart } from '../db/heartbeat.ts';
import type { Outages } from '../db/liveness.ts';
import type { Orm } from '../db/orm.ts';
import type { ReturnReferences } from '../db/return-reference.ts';
import type { TokenSigner } from '../db/tokens.ts';
import type { Rules } from '../switch/state.ts';
import type { Mailer } from './smtp.ts';

export interface MailDeps {
  orm: Orm;
  /**
   * Domain time, in milliseconds: everything is planned by this one clock. Throws ClockUntrusted if it can't be
   * trusted.
   */
  clock: () => number | Promise<number>;
  /** A second opinion on the time; in production the database's. */
  referenceClock: () => Promise<number>;
  /** When API, mail and the public address could not be reached. */
  outages: (from: number, to: number) => Promise<Outages>;
  /** Null while no mail server is configured: the switch holds. */
  mailer: Mailer | null;
  /** An accepted mail proves that mail was up. */
  mailHeart: Heart;
  rules: Rules;
  signRecord: SignRecord;
  tokenSigner: TokenSigner;
  returnReferences: ReturnReferences;
  /** Who hears of an owner who cannot be warned. */
  operators: readonly string[];
  /** Where the pages behind the links are. */
  frontendUrl: string;
  /** Hints to the owner's open pages that something was committed. Returns at once, and never throws. */
  announce: (userId: string) => void;
}
