/** The parts of the API, in the order in which somebody new to it wants to read them. */
export const TAGS = {
  Account:
    'Opening an account, logging in and out, passwords, two-factor authentication, the profile, and the end of it.',
  Sessions: 'Where the account is logged in. A session that is ended is dead at its next request.',
  Vault: 'Entries that the client encrypted. The server keeps them byte for byte and cannot read them.',
  Successors: 'Who receives what: naming successors, pinning their keys, assigning entries, sealing shares.',
  Activity: 'Signs of life, and the log of what happened to the account.',
  Inactivity: 'The settings of the switch, pausing it, and what silence would bring.',
  Handover: "The handover under way: calling it off, the successors' answers, and what was released to them.",
  Realtime: 'What happens to the account, told as it happens.',
  Billing: 'Plans, and the way to the pages of the payment provider.',
  Administration: 'For administrators. Nothing here shortens a wait or releases anything.',
  Monitoring: 'For those who run the service.',
  Documentation: 'This description.',
} as const;

export type Tag = keyof typeof TAGS;
