/** The flags of `npm run chaos`. */
import { flagsHelp, path, someOf, within, yes } from '../dev/cli/flags.ts';
import { OPTIONAL_FAULTS } from './campaign.ts';

/** In seconds: long enough for liveness proofs and Temporal's timers, short enough for two handovers in two minutes. */
const SHORTEST_DAY = 2;

export const FLAGS = {
  seed: within(0, 2 ** 32, undefined, 'repeats the scenarios and kills of this seed; random by default'),
  owners: within(1, 2_000, undefined, 'how many owners; by default 40, or 12 for drills'),
  minutes: within(
    0,
    600,
    1.5,
    'how long servers are killed; longer if fewer than half of the releases have happened',
  ),
  day: within(
    SHORTEST_DAY,
    60,
    SHORTEST_DAY,
    'how many seconds a day lasts. With longer days, a machine can serve more owners',
  ),
  keep: path('FOLDER', 'keeps the logs and a record of every scenario in this folder'),
  without: someOf('fault', OPTIONAL_FAULTS, 'leaves out some faults', []),
  drills: yes('plays drills instead of kills'),
};

const ABOUT = `
Starts a temporary service (PostgreSQL, Redis, Temporal, a mail server, API and worker, on free ports) for simulated
owners, whose days last seconds, and kills and restarts its servers in an order that the seed determines.
Once, a PostgreSQL replica that lags behind is promoted. Once or twice, the clocks of PostgreSQL, API and worker jump
for a few seconds. Mailboxes refuse mail, a provider blocks it, and a relay bounces or drops accepted mail. One account
with 50 sessions and clients in 20 networks send as many slow requests as the service lets them. After the last kill,
the campaign waits for everything that is still due.

At the end, the responses that owners and successors received and the accepted mails are checked against the service's
promises and the database.

Drills are a full disk, an expired certificate, a database in recovery, Redis gone, wrong clocks, Temporal on other
data, and replaced secrets. Each has to raise its alert within two minutes, be named by health, and be well again
afterwards. A full disk takes root, wrong clocks take faketime; what this machine can't do is skipped.

Exits with 0 only if no promise was broken. docs/reliability.md explains the table. Ctrl-C stops everything.
`;

export const help = flagsHelp('npm run chaos --', ABOUT, FLAGS);
