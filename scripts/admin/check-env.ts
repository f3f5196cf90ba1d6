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

/**
 * The service's variables that the compose file doesn't read, by what to do instead. Listed here for the same reason; the
 * tests compare the list with the file.
 */
const UNREAD_BY_COMPOSE: Record<string, readonly string[]> = {
  'name another PostgreSQL by DATABASE_URL': ['DB_HOST', 'DB_PORT', 'DB_NAME', 'DB_USER'],
  'name another Redis by REDIS_URL': ['REDIS_HOST', 'REDIS_PORT'],
  'set the variable without _FILE': [
    ...['JWT_SECRET_FILE', 'ACTIVITY_HMAC_SECRET_FILE', 'DB_PASSWORD_FILE', 'REDIS_PASSWORD_FILE'],
  ],
  'only a second compose file can change it': [
    ...['NODE_ENV', 'API_HOST', 'API_PORT', 'TRUST_PROXY', 'TEMPORAL_TASK_QUEUE'],
    ...['BACKUP_USER', 'BACKUP_PASSWORD', 'BACKUP_PASSWORD_FILE'],
  ],
  'it is only for tests': ['ALLOW_LOOPBACK_WAYS_IN_TESTS', 'DAY_LENGTH_MS'],
};

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
 * The lines that set what nobody reads, such as a misspelt variable or one that the compose file sets itself. Only names
 * in capitals are shown: others may be the rest of a secret that was wrapped.
 */
export function unreadNamesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [, name] = /^([A-Za-z_]\w*)=/.exec(line) ?? [];
    // Compose itself reads those with its prefix.
    if (name === undefined || name.startsWith('COMPOSE_')) return [];
    const [advice] = Object.entries(UNREAD_BY_COMPOSE).find(([, names]) => names.includes(name)) ?? [];
    if (advice) return [`line ${index + 1}: the compose file doesn't read ${name}: ${advice}`];
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
  const names = unreadNamesIn(text);
  const unread = names.length === 0 ? '' : `\nNobody reads:\n  ${names.join('\n  ')}`;
  if (mistakes.length === 0) return `Compose takes every value as it is written.${unread}`;
  return {
    code: 3,
    text: `Compose would cut off or replace something:\n  ${mistakes.join('\n  ')}${unread}`,
  };
}
