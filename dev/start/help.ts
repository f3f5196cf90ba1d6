import type { ZodType } from 'zod';
import { schema } from '../../config.ts';
import { START_PORTS } from './ports.ts';

/** The parts of zod's description of a type that lead to its default. */
interface Definition {
  type: string;
  defaultValue?: unknown;
  in?: ZodType;
  innerType?: ZodType;
}

/** The default of a variable as text, or undefined when it has none. */
function presetOf(type: ZodType): string | undefined {
  const definition = type.def as unknown as Definition;
  if (definition.type === 'default') {
    return String(definition.defaultValue);
  }
  const inner = definition.in ?? definition.innerType;
  return inner && presetOf(inner);
}

/** What a variable means to `npm start`, when its default does not say enough. */
const NOTES: Record<string, string> = {
  JWT_SECRET: 'made once and kept in the data folder',
  ACTIVITY_HMAC_SECRET: 'made once and kept in the data folder',
  FRONTEND_URL: "the API's own address",
  DB_HOST: 'names a PostgreSQL; without it one is started',
  REDIS_HOST: 'names a Redis; without it one is started',
  TEMPORAL_ADDRESS: 'names a Temporal; without it one is started',
  SMTP_HOST: 'names a mail server; without it a catcher is started that delivers nothing',
  DB_USER: 'for a named PostgreSQL',
  DB_PASSWORD: 'for a named PostgreSQL',
  REDIS_PASSWORD: 'for a named Redis',
  TEMPORAL_NAMESPACE: 'default; for a named Temporal',
  TEMPORAL_TLS: 'false; for a named Temporal',
  TEMPORAL_TLS_SERVER_NAME: 'for a named Temporal',
  TEMPORAL_TLS_CA: 'for a named Temporal',
  TEMPORAL_TLS_CERT: 'for a named Temporal',
  TEMPORAL_TLS_KEY: 'for a named Temporal',
  TEMPORAL_API_KEY: 'for a named Temporal',
  SMTP_USER: 'for a named mail server',
  SMTP_PASS: 'for a named mail server',
  SMTP_SECURE: 'false; for a named mail server',
};

const row = (left: string, right: string): string => `  ${left.padEnd(28)}${right}`.trimEnd();

function variableRows(): string[] {
  return Object.entries(schema.shape).map(([name, type]) => {
    const port = START_PORTS.find(({ variable }) => variable === name);
    const preset = presetOf(type as ZodType);
    if (port?.unless) {
      return row(name, `${port.preset}; of the named server: ${preset}`);
    }
    return row(name, NOTES[name] ?? preset ?? '');
  });
}

/** What `npm start -- --help` prints: every flag and every variable, with defaults. */
export const help = (): string =>
  [
    'npm start -- [flags]',
    '',
    'Starts the whole service: PostgreSQL, Redis, Temporal and a mail catcher, unless the environment names one,',
    'then API and worker. Ctrl-C stops everything it started. The next start finds its data.',
    '',
    'Flags',
    row('--data <folder>', 'where data, secrets and logs are kept (.data in the checkout)'),
    ...START_PORTS.map(({ flag, what, preset }) => row(`--${flag} <port>`, `of ${what} (${preset})`)),
    row('--free-ports', 'any free ports, for a second instance beside the first'),
    row('--watch', 'restarts API and worker when their code changes; npm run dev sets it'),
    row('--inspect', 'opens the API to a debugger on port 9229, the worker on 9230'),
    row('--help', 'this text'),
    '',
    'Variables, from the environment or from .env in the checkout, with their defaults',
    ...variableRows(),
    '',
  ].join('\n');
