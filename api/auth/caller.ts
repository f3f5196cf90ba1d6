/** Who sends a request. */
import type { AutomationRow } from '../../db/entities/automation.ts';
import type { SessionRow } from '../../db/entities/session.ts';
import type { UserRow } from '../../db/entities/user.ts';

/** The caller of a protected route, with the fields that requests need. Secrets are read where they are checked. */
export interface Caller {
  user: Pick<
    UserRow,
    | 'id'
    | 'email'
    | 'name'
    | 'emailVerifiedAt'
    | 'twoFactorEnabled'
    | 'plan'
    | 'passwordResetAt'
    | 'createdAt'
  >;
  session: Pick<SessionRow, 'id' | 'kind' | 'confirmedAt' | 'establishedDevice'>;
  /** A person in a browser or an app, whose writes are signs of life. A program's writes never are. */
  human: boolean;
}

/** The caller of a route for automations. */
export interface AutomationCaller {
  user: { id: string };
  automation: Pick<AutomationRow, 'id' | 'name' | 'lastUsedAt'>;
  /** Only its check-ins are signs of life, because the owner allowed that. */
  human: false;
}

/** The content of a valid token. Only the database knows whether its session is live. */
export interface Claims {
  userId: string;
  sessionId: string;
}

/** Where a request came from. */
export interface Client {
  ipAddress: string | null;
  userAgent: string | null;
}
