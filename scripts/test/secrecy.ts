/** After all tests: reads the secrets from their mails, and checks that neither Temporal nor any log has them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import type { TestServers } from '../../test/support/servers/addresses.ts';
import { leakFinder, type RunSecrets } from './leaks.ts';
import type { Tally } from './tally.ts';

/** Words in the ciphertext of every entry that test/support/builders/vault-entries.ts makes. */
export const CIPHERTEXT = 'ciphertext of the entry of a test';
/** Shorter names are parts of words. */
const SHORTEST_NAME = 8;
const SHORTEST_TOKEN = 40;
const MOST_SHOWN = 10;
/** How many histories are fetched at a time. */
const AT_ONCE = 16;

interface MailText {
  text: string;
  envelope: { to: { address: string }[] };
}

/** What the mails of the run make secret. */
function secretsIn(mails: readonly MailText[]): RunSecrets {
  const texts = mails.map(({ text }) => text);
  const tokens = texts.flatMap((text) =>
    [...text.matchAll(/token=([\w.-]+)/g)].map(([, token = '']) => token),
  );
  const names = texts.flatMap((text) => text.match(/^Hello (.+),$/m)?.[1] ?? []);
  return {
    addresses: new Set(mails.flatMap(({ envelope }) => envelope.to.map(({ address }) => address))),
    tokens: new Set(
      tokens
        .flatMap((token) => [token, token.split('.')[0] ?? ''])
        .filter((each) => each.length >= SHORTEST_TOKEN),
    ),
    names: [...new Set(names)].filter((name) => name.length >= SHORTEST_NAME),
    ciphertext: CIPHERTEXT,
  };
}

/** Protocol buffers hold bytes; what we put into them is JSON. */
const readable = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
};

/** Every workflow of the run as Temporal knows it: search attributes, memo, failures, and its whole history. */
async function* workflowTexts({ address, namespace }: TestServers['temporal']) {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    const textOf = async ({ workflowId, runId, type, raw }: WorkflowExecutionInfo) => {
      const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
      return { name: `the history of a ${type}`, text: JSON.stringify([raw, events], readable) };
    };
    yield* Readable.from(workflow.list()).map(textOf, { concurrency: AT_ONCE });
  } finally {
    await connection.close();
  }
}

async function* logTexts(folder: string) {
  for (const file of await readdir(folder)) {
    for (const text of (await readFile(join(folder, file), 'utf8')).split('\n'))
      yield { name: 'a log', text };
  }
}

/** Is counted as one test. @param folder where the tests kept their logs */
export async function searchForLeaks(servers: TestServers, folder: string): Promise<Tally> {
  const mails = (await (await fetch(`${servers.mail.page}/email`)).json()) as MailText[];
  const secrets = secretsIn(mails);
  const leaks = leakFinder(secrets);
  const found = new Map<string, number>();
  let searched = 0;
  for (const texts of [workflowTexts(servers.temporal), logTexts(folder)]) {
    for await (const { name, text } of texts) {
      searched += 1;
      for (const leak of leaks(text)) {
        const what = `${leak} in ${name}: ${text.slice(0, 200)}`;
        found.set(what, (found.get(what) ?? 0) + 1);
      }
    }
  }
  const { addresses, tokens, names } = secrets;
  console.log(
    `Searched ${searched} histories and log lines for ${addresses.size} addresses, ${tokens.size} tokens, ` +
      `${names.length} names and ciphertext: ${found.size === 0 ? 'none found' : `${found.size} found`}`,
  );
  const notes = [...found.keys()].slice(0, MOST_SHOWN);
  if (searched === 0 || addresses.size === 0) notes.push('there was nothing to search, or to search for');
  return { passed: notes.length === 0 ? 1 : 0, failed: notes.length === 0 ? 0 : 1, notes };
}
