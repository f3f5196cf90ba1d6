/** The imports of the last day, so that `import --undo` can take them back. It outlives the session, and holds no secret. */
import { dirname, join } from 'node:path';
import type { PastImport, PastImports } from '../client/index.ts';
import { CommandFailure } from './failure.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const ADVICE = 'remove it, and the last import cannot be undone';

type Users = Record<string, PastImport[]>;

function parse(text: string, path: string): Users {
  try {
    const { version, users } = JSON.parse(text) as { version?: unknown; users?: unknown };
    if (version === 1 && typeof users === 'object' && users !== null) return users as Users;
  } catch {
    // Falls through to the same advice.
  }
  throw new CommandFailure(`${path} is damaged or was written by another version: ${ADVICE}`);
}

/** @param sessionPath of the session's file, beside which this one is */
export function pastImports(sessionPath: string): PastImports {
  const path = join(dirname(sessionPath), 'past-imports.json');
  async function read(): Promise<Users> {
    const text = await readPrivateFile(path, ADVICE);
    return text === null ? {} : parse(text, path);
  }
  return {
    async read(userId) {
      const users = await read();
      return Object.hasOwn(users, userId) ? (users[userId] ?? []) : [];
    },
    async write(userId, imports) {
      const users = { ...(await read()), [userId]: imports };
      try {
        await writePrivateFile(path, { version: 1, users });
      } catch (error) {
        throw new CommandFailure(
          `What was imported cannot be kept in ${path} (${(error as Error).message}): make room there`,
        );
      }
    },
  };
}
