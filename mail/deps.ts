/** The dependencies of mails and of a switch's steps, passed to `createActivities(deps)`. */
import type { HeartbeatRecorder } from '../db/heartbeat.ts';
import type { Outages } from '../db/liveness.ts';
import type { Orm } from '../db/orm.ts';
import type { Signers } from '../db/signers.ts';
import type { Guard } from '../guard/post.ts';
import type { Rules } from '../switch/state.ts';
import type { Mailer } from './smtp.ts';
import type { PushKeys } from './ways/push.ts';

export interface MailDeps extends Signers {
  orm: Orm;
  /**
   * Domain time, in milliseconds: everything is planned by this one clock. Throws ClockUntrusted if it can't be
   * trusted.
   */
  clock: () => number | Promise<number>;
  /** A second opinion on the time; in production the database's. */
  referenceClock: () => Promise<number>;
  /** When the API, mail or the public address couldn't be reached. */
  outages: (from: number, to: number) => Promise<Outages>;
  /** Null while no mail server is configured: every switch is on hold. */
  mailer: Mailer | null;
  /** An accepted mail proves that mail was up. */
  mailHeartbeatRecorder: HeartbeatRecorder;
  rules: Rules;
  /** What pushes are signed with; null if none are sent. */
  pushKeys: PushKeys | null;
  /** The only way to addresses that users give. */
  guard: Guard;
  /** The addresses that are told about an owner who can't be warned. */
  operators: readonly string[];
  /** The origin of the pages that links open. */
  frontendUrl: string;
  /** Tells the owner's open pages that something was committed. Returns at once, and never throws. */
  announce: (userId: string) => void;
}
