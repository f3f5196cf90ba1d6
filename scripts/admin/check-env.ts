/** `npm run admin -- check-env`: whether Compose passes on each value of deploy.env as written, and it is read. */
import { text as read } from 'node:stream/consumers';
import { VARIABLES } from '../../config.ts';
import { UsageFailure } from '../../dev/cli/failure.ts';
import type { CommandResult } from './service.ts';

const ASSIGNMENT = /^[A-Za-z_]\w*=(.*)$/;

/** The compose file's own variables. Listed here because the image doesn't contain that file. */
export const COMPOSE_VARIABLES = [
  ...[
    'API_REPLICAS',
    'WORKER_REPLICAS',
    'HTTP_PORT',
    'HTTPS_PORT',
    'MAIL_HOST_PORT',
    'TEMPORAL_UI_HOST_PORT',
  ],
  ...['POSTGRES_PASSWORD', 'TEMPORAL_DB_PASSWORD', 'SECRETS_DIR', 'NODE_EXTRA_CA_CERTS'],
];

/** The spellings that Compose leaves unchanged and that people can check by eye. */
const TAKEN_AS_WRITTEN = [/^'(?:\\.|[^'\\])*'$/, /^"[^"\\$]*"$/, /^[^\s#'"\\$`]*$/];

/** The lines that Compose would change or doesn't understand, with what to do. Never a value: they are secrets. */
export function mistakesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [, value] = ASSIGNMENT.exec(line.trimEnd()) ?? [];
    if (value === undefined) return [`line ${index + 1} isn't NAME='value'`];
    if (TAKEN_AS_WRITTEN.some((spelling) => spelling.test(value))) return [];
    const name = line.slice(0, line.indexOf('='));
    return [`line ${index + 1}: the value of ${name} must be in single quotes, on one line`];
  });
}

/**
 * The lines that set what nobody reads, such as a misspelt variable. Only names in capitals are shown: others may be
 * the rest of a secret that was wrapped.
 */
export function unknownNamesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [, name] = /^([A-Za-z_]\w*)=/.exec(line) ?? [];
    // Compose itself reads those with its prefix.
    if (name === undefined || name.startsWith('COMPOSE_')) return [];
    if (VARIABLES.includes(name) || COMPOSE_VARIABLES.includes(name)) return [];
    const shown = /^[A-Z\d_]+$/.test(name) ? name : 'its name';
    return [`line ${index + 1}: ${shown} is not a variable of the service or of the compose file`];
  });
}

/** Checks the file on the standard input. It needs no service. @returns what to say; each wrong line is named */
export async function checkEnv(): Promise<CommandResult> {
  if (process.stdin.isTTY)
    throw new UsageFailure('check-env reads the file from its input: add < deploy.env');
  const text = await read(process.stdin);
  const mistakes = mistakesIn(text);
  const unknown = unknownNamesIn(text);
  const unused = unknown.length === 0 ? '' : `\nNobody reads:\n  ${unknown.join('\n  ')}`;
  if (mistakes.length === 0) return `Compose takes every value as it is written.${unused}`;
  return {
    code: 3,
    text: `Compose would cut off or replace something:\n  ${mistakes.join('\n  ')}${unused}`,
  };
}
