/** Reads a Compose file as Docker Compose does, as far as ours needs it: YAML merges and `${…}` interpolation. */
import { parse } from 'yaml';

export interface Service {
  image: string;
  build?: string;
  restart?: string;
  profiles?: string[];
  command?: string[] | string;
  entrypoint?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: {
    test?: string[];
    interval?: string;
    retries?: string;
    start_period?: string;
    disable?: boolean;
  };
  ports?: string[];
  volumes?: string[];
  configs?: { source: string; target: string }[];
  deploy?: { replicas: string };
  stop_grace_period?: string;
  mem_limit?: string;
  logging?: { driver: string; options: Record<string, string> };
}

export interface ComposeFile {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
  volumes: Record<string, unknown>;
}

/** Every variable with what follows its name: `:?…`, `:-…`, or nothing. */
const REFERENCE = /\$(?:\$|\{([A-Z][A-Z0-9_]*)(?::([-?])([^}]*))?\})/g;

/** A required variable that is not set. The message is the sentence that Compose prints. */
export class MissingVariable extends Error {
  override name = 'MissingVariable';
}

const interpolate = (text: string, variables: Record<string, string>): string =>
  text.replace(REFERENCE, (_whole, name?: string, operator?: string, more = '') => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value) return value;
    if (operator === '?') throw new MissingVariable(`${name}: ${more}`);
    return operator === '-' ? more : '';
  });

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/**
 * @param variables as of `--env-file`; left out, the references stay as they are written
 * @throws MissingVariable as `docker compose config` would fail
 */
export function readCompose(text: string, variables?: Record<string, string>): ComposeFile {
  const document = parse(text, { merge: true });
  return mapTexts(document, (each) => (variables ? interpolate(each, variables) : each)) as ComposeFile;
}

/** The references in a text: name, operator and what follows it. */
export const references = (text: string): { name: string; operator: string; more: string }[] =>
  [...text.matchAll(REFERENCE)].flatMap(([, name, operator = '', more = '']) =>
    name === undefined ? [] : [{ name, operator, more }],
  );
