import { readFileSync } from 'node:fs';
import type { ZodType } from 'zod';
import { schema } from '../../config.ts';
import { START_PORTS } from './ports.ts';

/** The flags. A file of its own, because dev/run.mjs prints it before any package is installed. */
const usage = readFileSync(new URL('usage.txt', import.meta.url), 'utf8');

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
  JWT_SECRET: 'generated once and kept in the data folder',
  ACTIVITY_HMAC_SECRET: 'generated once and kept in the data folder',
  VAPID_PRIVATE_KEY: 'generated once and kept in the data folder',
  FRONTEND_URL: "the API's own address",
  DB_HOST: 'a PostgreSQL to use instead of starting one',
  DATABASE_URL: 'the address of a PostgreSQL, instead of DB_HOST and the others',
  REDIS_URL: 'the address of a Redis, instead of REDIS_HOST and the others',
  REDIS_HOST: 'a Redis to use instead of starting one',
  TEMPORAL_ADDRESS: 'a Temporal to use instead of starting one',
  SMTP_HOST: 'a mail server to use instead of a mail catcher',
};

/** Variables that matter only when another one names a server. */
const ONLY_WITH: Record<string, RegExp> = {
  DB_HOST: /^DB_(USER|PASSWORD|TLS.*)$/,
  REDIS_HOST: /^REDIS_(USER|PASSWORD|TLS.*|SENTINEL_.*)$/,
  TEMPORAL_ADDRESS: /^TEMPORAL_(NAMESPACE|TLS.*|API_KEY)$/,
  SMTP_HOST: /^SMTP_(USER|PASS|SECURE)$/,
};

const row = (left: string, right: string): string => `  ${left.padEnd(30)}${right}`.trimEnd();

function describe(name: string, type: ZodType): string {
  const preset = presetOf(type) ?? '';
  const port = START_PORTS.find(({ variable }) => variable === name);
  if (port?.unless) return `${port.preset}, or ${preset} with ${port.unless}`;
  const [server] = Object.entries(ONLY_WITH).find(([, names]) => names.test(name)) ?? [];
  if (server) return [preset, `only with ${server}`].filter(Boolean).join(', ');
  return NOTES[name] ?? preset;
}

const variableRows = (): string[] =>
  Object.entries(schema.shape).map(([name, type]) => row(name, describe(name, type as ZodType)));

/** What `npm start -- --help` prints: every flag and every variable, with defaults. */
export const help = (): string =>
  [
    usage,
    'Variables, from the environment or from .env in the checkout, with their defaults',
    ...variableRows(),
    '',
  ].join('\n');
