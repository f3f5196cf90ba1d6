/** The imports of the last day, for `import --undo`. The file outlives the session, and holds no secret. */
import { dirname, join } from 'node:path';
import type { PastImport, PastImports } from '../client/index.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

interface PastImportsFile {
  version: 1;
  users: Record<string, PastImport[]>;
}

const isComplete = ({ users }: Partial<PastImportsFile>): boolean =>
  typeof users === 'object' && users !== null;

/** @param sessionPath of the session's file, beside which this one is */
export function pastImports(sessionPath: string): PastImports {
  const path = join(dirname(sessionPath), 'past-imports.json');
  async function read(): Promise<PastImportsFile['users']> {
    const advice = 'remove it, and the last import cannot be undone';
    return (await readPrivateFile<PastImportsFile>(path, isComplete, advice))?.users ?? {};
  }
  return {
    async read(userId) {
      const users = await read();
      return Object.hasOwn(users, userId) ? (users[userId] ?? []) : [];
    },
    async write(userId, imports) {
      const users = { ...(await read()), [userId]: imports };
      await writePrivateFile(path, { version: 1, users }, 'The record of the import');
    },
  };
}
