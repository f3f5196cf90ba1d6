/** What `npm run demo -- --help` prints. */
export const help = `npm run demo -- [flags]

Lives three lives of a dead-man switch, about 20 seconds each, on a service of its own (PostgreSQL, Redis, Temporal,
mail, API and worker, on free ports) that is thrown away afterwards. A day lasts one second there.

  1  The owner stays silent: reminders, final notice, grace period, invitations; two successors decrypt what was left
     to them.
  2  The owner comes back during the grace period, through the link in the final notice.
  3  The owner cancels after the release: access that worked is gone.

Ends with 0 only if everything that has to hold did. Ctrl-C stops everything.

Flags
  --keep                      leaves it running afterwards, until Ctrl-C, and says where: look at the Temporal page
  --help                      this text
`;
