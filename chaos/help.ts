/** What `npm run chaos -- --help` prints. */
export const help = `npm run chaos -- [flags]

Runs a service of its own (PostgreSQL, Redis, Temporal, a mail server, API and worker, on free ports, removed
afterwards) for a few hundred owners with a dead-man switch, and kills and restarts its servers in an order that follows
from the seed. Once, a replica of PostgreSQL that lagged behind takes over. Once or twice, the clocks of PostgreSQL, API
and worker jump for a few seconds. Mailboxes refuse mail, a provider blocks it, and a relay returns or drops what it
took. A crowd of one account with 50 sessions and 20 networks holds as many bodies, answers and places as it can get.
A day lasts two seconds there. Then it compares what the owners and their successors saw, and the mails that were
accepted, with the promises of the service, and with the database.

Exits with 0 only if no promise was broken. docs/reliability.md explains the table. Ctrl-C stops everything.

Flags
  --seed <number>      the lives and kills of that seed (a new one each time)
  --owners <number>    how many owners (200)
  --minutes <number>   how long servers are killed (1.5), and longer until half of the releases have come; then the
                       campaign waits for what is still due
  --keep <folder>      keeps the logs and the story of every life there
  --without <faults>   leaves these out, separated by commas: clock, replica, crowd
  --help               this text
`;
