/** The owner whose vault is open, for the steps of client/. */
import type { Owner } from '../../client/owner.ts';
import { api } from '../api/client.ts';
import { drop, goOn, requireOpen } from './held.ts';

export const owner: Owner = { api, unlocked: requireOpen, update: goOn, lock: drop };
