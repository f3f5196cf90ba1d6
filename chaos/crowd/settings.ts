/** The messages between the attackers' process and its parent. */

/** Who takes part, and what they have. */
export interface CrowdSettings {
  /** Where the API listens on 127.0.0.1. */
  port: number;
  /** The host of the web app, whose assets some never read. */
  host: string;
  /** The addresses that they call from, all of 127.0.0.0/8. Each one is a network of its own. */
  networks: readonly string[];
  account: {
    email: string;
    password: string;
    /** An access token of each session. */
    sessions: readonly string[];
    /** A token of each device that has logged in before. */
    devices: readonly string[];
  };
  /** Access tokens of two further accounts, which change their passwords slowly. */
  changers: readonly string[];
  /** The token of a link that opens a large vault; null if there is none. */
  link: string | null;
  /** How long each of the account's sessions and devices rests between two requests. 0: not at all. */
  restMs: number;
  /** The attacks to run, by name. */
  attacks: readonly string[];
}

/** What one attack has done so far. */
export interface AttackCounts {
  /** Requests that were begun. */
  asked: number;
  answered: number;
  /** Answered with 429 or 503. */
  refused: number;
  /** Answered with another 4xx, as if they had no account. This doesn't include a body that the API gave up on. */
  turnedAway: number;
  /** The most that were under way, or kept open, at the same time. */
  mostHeld: number;
}

/** By the attack's name. */
export type CrowdCounts = Record<string, AttackCounts>;

/** The attacks that burden nobody, because most of their requests are turned away. */
export const attacksTurnedAway = (counts: CrowdCounts): string[] =>
  Object.keys(counts).filter((name) => counts[name]!.turnedAway > counts[name]!.asked / 2);
