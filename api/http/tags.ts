/** The sections of the API, in the order in which a newcomer reads them. */
export const TAGS = {
  Account:
    'Registering, logging in and out, passwords, two-factor authentication, the profile, and deleting ' +
    'the account.',
  Sessions: 'Where the account is logged in. An ended session stops working with its next request.',
  Passkeys: 'What owners can log in with instead of their password: adding, naming and removing passkeys.',
  Automations:
    'Tokens for programs and devices that check in for the owner, or read the state of the switch, and can do ' +
    'nothing else.',
  Ways:
    'Ways to reach the owner besides the mailbox of the account: mailboxes, signed webhooks, and notifications ' +
    'on a phone or computer. Warnings go to each that is verified.',
  Vault: 'Entries encrypted by the client. The server keeps them byte for byte and cannot read them.',
  Files:
    'Files of entries, encrypted by the client: resumable uploads (tus 1.0), and reading ' +
    'by range. The server knows which entry a file belongs to, its size and its hash.',
  Successors: 'Who receives what: adding successors, pinning their keys, assigning entries, sealing shares.',
  Activity: 'Signs of life, and the log of what happened to the account.',
  Inactivity:
    'The settings of the switch, pausing it, and a preview of what happens if the owner stays silent.',
  Handover: "The current handover: cancelling it, the successors' answers, and what was released to them.",
  Realtime: 'Events in the account, pushed as they happen.',
  Billing: "Plans, and links to the payment provider's pages.",
  Administration: 'For administrators. Nothing here shortens a wait or releases anything.',
  Monitoring: 'For operators of the service.',
  Documentation: 'This description.',
} as const;

export type Tag = keyof typeof TAGS;
