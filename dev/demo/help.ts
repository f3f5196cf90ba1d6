/** What `npm run demo -- --help` prints. */
export const help = `npm run demo -- [flags]

Plays five scenarios of a dead-man switch, about 20 seconds each, on a temporary service (PostgreSQL, Redis, Temporal, mail,
API and worker, on free ports) whose days last one second.

  1  The owner stays silent: reminders, final notice, grace period, invitations. Two successors decrypt the entries
     assigned to them.
  2  The owner comes back during the grace period, through the link in the final notice to a second mailbox.
  3  The owner cancels after the release: the successors' access ends.
  4  Two of three successors are needed: one alone opens nothing, two open everything.
  5  The owner forgets the password: the printed recovery code opens the vault, and nothing is lost.

Exits with 0 only if every check passed. Ctrl-C stops everything.

Flags
  --keep   keeps the service running until Ctrl-C and prints its addresses, such as Temporal's web interface
  --help   this text
`;
