/** What `npm run demo -- --help` prints. */
export const help = `npm run demo -- [flags]

Plays five lives of a dead-man switch, about 20 seconds each, on a temporary service of its own (PostgreSQL, Redis,
Temporal, mail, API and worker, on free ports). A day lasts one second there.

  1  The owner stays silent: reminders, final notice, grace period, invitations. Two successors decrypt what was left
     to them.
  2  The owner comes back during the grace period, through the link in the final notice.
  3  The owner cancels after the release: access that worked stops working.
  4  It takes two of three successors: one alone opens nothing, two open everything.
  5  The owner forgets the password: the printed recovery code opens the vault, and nothing is lost.

Exits with 0 only if every check held. Ctrl-C stops everything.

Flags
  --keep                      keeps it running until Ctrl-C, and says where: look at the Temporal page
  --help                      this text
`;
