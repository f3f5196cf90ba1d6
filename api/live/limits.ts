/** Limits on websockets. */
export interface LiveLimits {
  /** Open connections of one owner in one process. Each tab has one. */
  perUser: number;
  /** Open connections of one network in one process: a company, or many customers behind one address. */
  perNetwork: number;
  /** Open connections in one process. */
  perProcess: number;
  /** Bytes waiting for a client that does not read. Beyond this the client is dropped. */
  bufferedBytes: number;
  /** Between pings, and between reads of the database without a hint. */
  heartbeatMs: number;
  /** How long a client has to answer a close before its connection is cut. */
  closingMs: number;
  /** How long opening may take, from the request to the first message. */
  openingMs: number;
  /** How long reading the database may take. A dead connection may go unnoticed for a quarter of an hour. */
  readingMs: number;
  /**
   * How many may be opening at the same time. When a process restarts, all its clients come back at once, and the rest
   * of the API needs the database too.
   */
  opening: number;
}

export const LIVE_LIMITS: LiveLimits = {
  perUser: 10,
  perNetwork: 5_000,
  perProcess: 10_000,
  bufferedBytes: 256 * 1024,
  heartbeatMs: 30_000,
  closingMs: 2_000,
  openingMs: 10_000,
  readingMs: 10_000,
  opening: 8,
};

/** The largest message from a client, in bytes. Clients should not send any. */
export const MAX_PAYLOAD = 1024;
