/** What the rest of the API may do with it. */
export interface LivePort {
  /** Call it after something about an owner was committed. Returns at once, and never throws. */
  announce(userId: string): void;
  status(): LiveStatus;
}

export interface LiveStatus {
  /** Whether hints of other processes arrive; without them pushes come up to half a minute late. */
  subscribed: boolean;
  /** Open websockets of this process. */
  connections: number;
}
