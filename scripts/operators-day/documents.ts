/** The commands that an operator reads in the documents. */
import { readFileSync } from 'node:fs';
import { Failure } from '../../dev/cli/failure.ts';

const root = new URL('../../', import.meta.url);

interface Place {
  document: 'README.md' | 'docs/operations.md';
  heading: string;
  /** A text that, under this heading, only the right command contains. */
  holds: string;
}

const inReadme = (holds: string): Place => ({ document: 'README.md', heading: 'Deploy', holds });
const inGuide = (heading: string, holds: string): Place => ({
  document: 'docs/operations.md',
  heading,
  holds,
});

const PLACES = {
  writeSettings: inReadme('cat > deploy.env'),
  checkSettings: inReadme('check-env'),
  install: inReadme('up --detach --wait'),
  invite: inReadme('admin invite'),
  abbreviate: inGuide('Start', 'compose()'),
  trialSettings: inGuide('Start', "COMPOSE_PROFILES='trial'"),
  commands: inGuide('Commands', 'admin status'),
  upgrade: inGuide('Upgrades', 'up --detach --wait --build'),
  applySettings: inGuide('Other servers and their secrets', 'up --detach --wait'),
  pin: inGuide('Start', '> digests.yml'),
  newSecrets: inGuide('Other servers and their secrets', 'rotate-secret'),
  databasePasswords: inGuide('Other servers and their secrets', 'psql --username'),
  dump: inGuide('By hand', 'pg_dump'),
  copyFiles: inGuide('By hand', '> files.tar'),
  backUp: inGuide('Upgrades', 'backup/main.ts --once'),
  listBackups: inGuide('By hand', 'backup ls'),
  fetchBackup: inGuide('By hand', 'backup ls'),
  restore: inGuide('By hand', 'pg_restore'),
  checkFiles: inGuide('By hand', 'admin -- check-files'),
} satisfies Record<string, Place>;

export type CommandName = keyof typeof PLACES;

/** The text under a heading, up to the next heading of the same level or above. */
function section(text: string, heading: string): string {
  const [, level = '', rest = ''] = text.match(new RegExp(`^(#+) ${heading}\\n([\\s\\S]*)`, 'm')) ?? [];
  const end = rest.search(new RegExp(`^#{1,${level.length}} `, 'm'));
  return level === '' ? '' : end < 0 ? rest : rest.slice(0, end);
}

/** Fenced blocks without their indent, then commands within sentences. */
function commandsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  return [...fenced, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command)];
}

/** `npm run admin -- x`, as the guide says it is run in Compose. */
const inCompose = (command: string): string =>
  command.replaceAll('npm run admin --', 'compose run --rm admin');

/** @throws Failure if the document has no such command any more */
export function documented(name: CommandName): string {
  const { document, heading, holds } = PLACES[name];
  const text = readFileSync(new URL(document, root), 'utf8');
  const found = commandsIn(section(text, heading)).find((each) => each.includes(holds));
  if (found === undefined) throw new Failure(`${document} has no command with “${holds}” under “${heading}”`);
  return inCompose(found);
}

export const COMMAND_NAMES = Object.keys(PLACES) as CommandName[];
