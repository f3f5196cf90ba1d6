/** Who sends a request. */
import type { SessionRow } from '../../db/entities/session.ts';
import type { UserRow } from '../../db/entities/user.ts';

/** The caller of a protected route. */
export interface Caller {
  user: UserRow;
  session: SessionRow;
  /** A person in a browser or an app, whose writes are signs of life. A program's writes never are. */
  human: boolean;
}

/** Where a request came from. */
export interface Client {
  ipAddress: string | null;
  userAgent: string | null;
}
