/**
 * Announces a lock to every worker: browsers that share no worker have one for each tab, and so has a tab that was opened
 * before an update. Nothing else is sent here, because every script of the page could read it.
 */
export const CHANNEL = 'vault-keys';
