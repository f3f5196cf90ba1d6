/** After the scenarios: whether the service learned what it must not know, and whether anything failed unnoticed. */
import { join } from 'node:path';
import type { Instance } from '../instance.ts';
import { databaseDump, found, logFiles, type SearchedPlace, type SearchedSecret } from '../secret-search.ts';
import { complaintsIn } from './complaints.ts';
import { type ReadHistories, readHistories } from './histories.ts';
import type { DemoOutput } from './output.ts';
import type { Demo } from './scenario.ts';

/** Searches everything for what must not be there. */
async function search({ config, folder }: Instance, histories: ReadHistories, demo: Demo): Promise<void> {
  const { output, mailbox, secrets } = demo;
  const { sent, received } = demo.service.traffic;
  const database = await databaseDump(config);
  const logs = await logFiles(join(folder, 'logs'));
  const temporal: SearchedPlace = { name: "Temporal's histories", texts: histories.texts };
  const mails: SearchedPlace = { name: 'the mails', texts: mailbox.seen.map(({ source }) => source) };
  const requests: SearchedPlace = { name: 'the requests', texts: sent };
  const answers: SearchedPlace = { name: 'the answers', texts: received };
  const tokens = mailbox.seen.flatMap(({ asks, subject }): SearchedSecret[] => {
    const value = asks && new URL(asks.link).searchParams.get('token');
    return value ? [{ what: `the token of "${subject}"`, value }] : [];
  });

  const nowhere = (what: string, hidden: readonly SearchedSecret[], places: readonly SearchedPlace[]) => {
    const hits = found(hidden, places);
    const held = hidden.length > 0 && hits.length === 0;
    output.check(`${what}: found nowhere`, held, hits.slice(0, 5).join('; '));
    output.more(`searched for ${hidden.length} in ${places.map(({ name }) => name).join(', ')}`);
  };
  const everywhere = [requests, answers, mails, database, temporal, logs];
  nowhere('plaintexts, passwords, keys, shares, codes', secrets.neverSent, everywhere);
  nowhere(
    'tokens of links, authentication keys',
    [...tokens, ...secrets.neverKept],
    [database, temporal, logs],
  );
  nowhere('addresses of people', secrets.neverLogged, [temporal, logs]);
  const where = [requests, database, mails];
  const control = found(secrets.neverLogged, where).length;
  output.check(
    'the same search finds addresses where they belong',
    control === where.length * secrets.neverLogged.length,
  );
}

/** Shows what API, worker and Temporal complain about. */
async function listen({ services }: Instance, histories: ReadHistories, output: DemoOutput): Promise<void> {
  for (const { name, logFile } of Object.values(services)) {
    const complaints = await complaintsIn(logFile);
    const errors = complaints.filter(({ level }) => level === 'error').length;
    const warnings = complaints.length - errors;
    output.check(`${name}: no error in its log (${warnings} warnings)`, errors === 0);
    for (const { level, text } of complaints.slice(0, 5)) output.more(`${level}: ${text}`);
  }
  const { workflows, events, failures } = histories;
  output.check(
    `Temporal: nothing failed in ${workflows} workflows with ${events} events`,
    failures.length === 0,
    failures.slice(0, 5).join('; '),
  );
}

/** Checks everything that can be seen from outside. */
export async function audit(instance: Instance, demo: Demo): Promise<void> {
  demo.output.title('What the service knows, and what failed unnoticed');
  const histories = await readHistories(instance.config);
  await search(instance, histories, demo);
  await listen(instance, histories, demo.output);
}
