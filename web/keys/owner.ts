/** The owner whose vault is open, for the steps of client/. */
import { renewListsAfter } from '../../client/lists.ts';
import type { Owner } from '../../client/owner.ts';
import { api } from '../api/client.ts';
import { seen } from './seen.ts';
import { adoptLaterState, lockEverywhere, requireOpen } from './unlocked-vault.ts';

/** Changes often come several at a time. */
const RENEW_AFTER_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Renews the successors' lists shortly. If the vault is locked first, they are renewed when it is next opened. */
function renewListsSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renewListsAfter(owner), RENEW_AFTER_MS);
}

export const owner: Owner = {
  api,
  unlocked: requireOpen,
  update: adoptLaterState,
  lock: lockEverywhere,
  seen,
  onOutdated: renewListsSoon,
};
