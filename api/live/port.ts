/** What the rest of the API may do with the websockets. */
export interface LivePort {
  /** Call it after committing something about an owner. Returns at once, and never throws. */
  announce(userId: string): void;
  status(): LiveStatus;
}

export interface LiveStatus {
  /** Whether hints from other processes arrive. Without them pushes come up to half a minute late. */
  subscribed: boolean;
  /** Open websockets of this process. */
  connections: number;
}
