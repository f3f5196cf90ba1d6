/** The operator log: which operator saw or changed what, about whom and when. It is append-only. */
import { OperatorLog } from './entities/operator-log.ts';
import type { EntityManager } from './orm.ts';

export type OperatorAction =
  | 'dashboard_seen'
  | 'users_listed'
  | 'lockout_seen'
  | 'unlocked'
  | 'email_verified'
  | 'owner_invited'
  | 'invitation_withdrawn'
  | 'opt_outs_forgotten'
  | 'two_factor_disabled'
  | 'account_seen'
  | 'account_deleted'
  | 'status_seen'
  | 'due_seen'
  | 'stuck_seen'
  | 'restored'
  | 'moved'
  | 'seeded'
  | 'clock_accepted'
  | 'migrated'
  | 'secrets_rotated'
  | 'mail_tested'
  | 'activity_verified'
  | 'files_checked'
  | 'files_moved';

export interface OperatorRecord {
  at: Date;
  /** `user/<ID>` or `shell/<name>`. */
  operator: string;
  action: OperatorAction;
  userId?: string | null;
  /** IDs, numbers and choices. Never an address. */
  detail?: Record<string, unknown>;
  requestId?: string | null;
}

/** Appends a record. Call it in the transaction of the operation, so that both are committed or neither. */
export async function recordOperator(em: EntityManager, record: OperatorRecord): Promise<void> {
  await em.insert(OperatorLog, { userId: null, detail: {}, requestId: null, ...record } as never);
}
