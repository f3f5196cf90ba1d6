/** The dependencies of activities. */
import type { FileStores } from '../files/store.ts';
import type { MailDeps } from '../mail/deps.ts';

export interface ActivityDeps extends MailDeps {
  /** Where files are kept; null if none are taken. */
  files: FileStores | null;
}
