import { Failure } from '../cli/failure.ts';
import type { Variables } from '../instance/environment.ts';
import type { InstancePorts } from '../instance/own-servers.ts';
import { freePort, portTaken } from '../processes/ports.ts';

/** One port that `npm start` listens on. */
export interface StartPort {
  key: keyof InstancePorts;
  what: string;
  flag: string;
  /** Used when the flag is not given. */
  variable?: string;
  preset: number;
  /** When this variable names a server, none is started and the port is not needed. */
  unless?: string;
  /** Needed only by `npm run dev`. */
  devOnly?: true;
}

/** PostgreSQL and Redis get unusual ports, because a developer's machine often uses the usual ones already. */
export const START_PORTS: StartPort[] = [
  { key: 'api', what: 'the API', flag: 'port', variable: 'API_PORT', preset: 3001 },
  { key: 'webApp', what: 'the web app, with npm run dev', flag: 'web-port', preset: 5173, devOnly: true },
  {
    key: 'postgres',
    what: 'PostgreSQL',
    flag: 'postgres-port',
    variable: 'DB_PORT',
    preset: 54_329,
    unless: 'DB_HOST',
  },
  {
    key: 'redis',
    what: 'Redis',
    flag: 'redis-port',
    variable: 'REDIS_PORT',
    preset: 63_799,
    unless: 'REDIS_HOST',
  },
  { key: 'temporal', what: 'Temporal', flag: 'temporal-port', preset: 7233, unless: 'TEMPORAL_ADDRESS' },
  {
    key: 'temporalUi',
    what: 'the web interface of Temporal',
    flag: 'temporal-ui-port',
    preset: 8233,
    unless: 'TEMPORAL_ADDRESS',
  },
  {
    key: 'smtp',
    what: 'the mail catcher',
    flag: 'smtp-port',
    variable: 'SMTP_PORT',
    preset: 1025,
    unless: 'SMTP_HOST',
  },
  {
    key: 'mail',
    what: 'the web interface of the mail catcher',
    flag: 'mail-port',
    preset: 1080,
    unless: 'SMTP_HOST',
  },
];

function parsePort(text: string, from: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Failure(`${from} must be a port between 1 and 65535, not "${text}"`);
  }
  return port;
}

/**
 * The ports to use: from flags, else variables, else the presets.
 *
 * @param free whether any free ports are used instead of variables and presets
 * @throws Failure when one is not a port, is given twice, or is taken
 */
export async function choosePorts(
  flags: Record<string, string | undefined>,
  variables: Variables,
  { dev = false, free = false } = {},
): Promise<Partial<InstancePorts>> {
  const chosen = new Map<number, StartPort>();
  const ports: Partial<InstancePorts> = {};
  for (const wanted of START_PORTS) {
    const { key, what, flag, variable, preset, unless, devOnly } = wanted;
    if ((unless && variables[unless]) || (devOnly && !dev)) {
      continue;
    }
    const fromVariable = variable && variables[variable];
    const port = flags[flag]
      ? parsePort(flags[flag], `--${flag}`)
      : free
        ? await freePort()
        : fromVariable
          ? parsePort(fromVariable, variable)
          : preset;
    const other = chosen.get(port);
    if (other) {
      throw new Failure(
        `Port ${port} is needed for both ${other.what} and ${what}: choose another with --${flag}`,
      );
    }
    chosen.set(port, wanted);
    ports[key] = port;
  }
  for (const [port, { what, flag, variable, unless }] of chosen) {
    if (!(await portTaken(port))) continue;
    const ways = [`--${flag}`, ...(variable && !free ? [variable] : [])].join(' or ');
    const named = unless ? `, name a running server with ${unless},` : '';
    const last = free ? 'leave it out' : 'use any free ports with --free-ports';
    throw new Failure(
      `Port ${port}, needed for ${what}, is in use: choose another with ${ways}${named} or ${last}`,
    );
  }
  return ports;
}
