/** On which the workers of all tabs talk to each other. Pages only say that they lock. */
export const CHANNEL = 'vault-keys';

/** The vault was locked. */
export interface Locked {
  say: 'locked';
  at: number;
}
