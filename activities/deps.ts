/** The dependencies of activities. */
import type { FileStores } from '../files/store.ts';
import type { MailDeps } from '../mail/deps.ts';

export interface ActivityDeps extends MailDeps {
  /** Where files are kept; null if none are taken. */
  files: FileStores | null;
  /** How many requests to users' addresses a worker makes at a time. Left out: as many as account mail may. */
  waysAtOnce?: number;
}
