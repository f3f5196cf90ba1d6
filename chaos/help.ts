/** What `npm run chaos -- --help` prints. */
export const help = `npm run chaos -- [flags]

Starts a temporary service (PostgreSQL, Redis, Temporal, a mail server, API and worker, on free ports) for simulated
owners, whose days last seconds, and kills and restarts its servers in an order that the seed determines.
Once, a PostgreSQL replica that lags behind is promoted. Once or twice, the clocks of PostgreSQL, API and worker jump
for a few seconds. Mailboxes refuse mail, a provider blocks it, and a relay bounces or drops accepted mail. One account
with 50 sessions and clients in 20 networks send as many slow requests as the service lets them.

At the end, the responses that owners and successors received and the accepted mails are checked against the service's
promises and the database.

Exits with 0 only if no promise was broken. docs/reliability.md explains the table. Ctrl-C stops everything.

Flags
  --seed <number>      repeats the scenarios and kills of this seed (random by default)
  --owners <number>    how many owners (40)
  --minutes <number>   how long servers are killed (1.5); longer if fewer than half of the releases have happened.
                       After that, the campaign waits for everything that is still due
  --day <seconds>      how long a day lasts (2). With longer days, a machine can serve more owners
  --keep <folder>      keeps the logs and a record of every scenario in this folder
  --without <faults>   leaves out some faults, separated by commas: clock, replica, crowd
  --drills             plays drills instead of kills: a full disk, an expired certificate, a database in recovery, Redis
                       gone, wrong clocks, Temporal on other data, replaced secrets. Each has to raise its alert within two
                       minutes, be named by health, and be well again afterwards. A full disk takes root, wrong clocks
                       take faketime; what this machine can't do is skipped. 12 owners by default
  --help               this text
`;
