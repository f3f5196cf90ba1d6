/** PostgreSQL's own programs, which dump and restore. They have to be of the server's major version, or newer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ToolAddress {
  /** The `PATH` in which the programs are searched for. */
  path: string;
  host: string;
  port: number;
  user: string;
  password: string;
  /** Null without TLS. */
  tls: ToolTls | null;
}

/** Paths of PEM files. */
interface ToolTls {
  /** The authority that signed the server's certificate; blank trusts the well-known ones. */
  ca: string;
  /** Our certificate, and its key; blank if the server asks for none. */
  cert: string;
  key: string;
}

export type Tool = 'pg_dump' | 'pg_restore' | 'psql';
/**
 * @returns what it wrote to its output
 * @throws Error with the signal that ended it, or the first line of its errors: further lines may quote rows
 */
export type RunTool = (tool: Tool, args: readonly string[]) => Promise<string>;

const tlsEnv = ({ ca, cert, key }: ToolTls): Record<string, string> => ({
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: ca === '' ? 'system' : ca,
  ...(cert === '' ? {} : { PGSSLCERT: cert, PGSSLKEY: key }),
});

/** The password and the certificates go through the environment, which other users of the machine can't read. */
export function postgresTools({ path, host, port, user, password, tls }: ToolAddress): RunTool {
  const env = {
    PATH: path,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    ...(tls ? tlsEnv(tls) : {}),
  };
  return async (tool, args) => {
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, said, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code === 0) return out;
    const memory = signal === 'SIGKILL' ? ', as happens when memory runs out (mem_limit)' : '';
    if (signal) throw new Error(`${tool} failed: it was ended by ${signal}${memory}`);
    throw new Error(`${tool} failed: ${said.trim().split('\n')[0] || `exit code ${code}`}`);
  };
}

const PRINTED = ['--no-psqlrc', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];

/** Runs statements in a database, each on its own. @returns the rows, one a line */
export const sql = (run: RunTool, database: string, ...statements: string[]): Promise<string> =>
  run('psql', [...PRINTED, `--dbname=${database}`, ...statements.map((each) => `--command=${each}`)]);
