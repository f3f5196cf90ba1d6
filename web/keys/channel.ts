/** The channel between the workers of all tabs. Pages use it only to announce a lock. */
export const CHANNEL = 'vault-keys';

/** The vault was locked. */
export interface Locked {
  say: 'locked';
  at: number;
}
