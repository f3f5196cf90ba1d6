/** Entries that are written on one device while another gives the vault new keys don't stay under the old ones. */

import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { KDF_V1, type OpenableEntry, openEntry, prepareLogIn, unlock } from '../../crypto/index.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { startTamperingProxy } from '../support/servers/tampering-proxy.ts';
import { use } from '../support/use.ts';
import { type CommandLineOwner, PASSWORD, startCommandLineEnvironment } from './environment.ts';

const environment = await use(startCommandLineEnvironment);

/** How many entries the present vault key opens, without the older ones, as a successor who got everything would. */
async function openForSuccessors({ email }: CommandLineOwner): Promise<number> {
  const user = await environment.em().findOneOrFail(User, { email });
  const vault = await unlock(await prepareLogIn({ email, password: PASSWORD, kdf: KDF_V1 }), user);
  const present = { ...vault, keys: { ...vault.keys!, previous: [] } };
  const entries = await environment.em().find(VaultEntry, { userId: user.id });
  const opened = await Promise.allSettled(entries.map((entry) => openEntry(present, entry as OpenableEntry)));
  return opened.filter(({ status }) => status === 'fulfilled').length;
}

/** Runs a command on one device, and rotates on another just before the command sends to `path`. */
async function withRotationBefore(
  owner: CommandLineOwner,
  path: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { user: other } = await environment.newUser('other');
  await other.run(['login', owner.email, '--server', environment.server], [PASSWORD]);
  const between = await startTamperingProxy(environment.server);
  try {
    await owner.user.run(['login', owner.email, '--server', between.origin], [PASSWORD]);
    between.lies = {
      async before(request) {
        if (request.method !== 'POST' || request.path.split('?')[0] !== path) return;
        between.lies = {};
        await other.run(['rotate'], [PASSWORD]);
      },
    };
    await run();
    expect(between.lies).toEqual({});
  } finally {
    await between.close();
  }
}

test('an entry that was just added ends up under the new keys', async () => {
  const owner = await environment.newOwner('Cyd');
  await owner.user.run(['add', 'note', '--title', 'Before'], [PASSWORD, 'early']);
  await withRotationBefore(owner, '/vault/entries', () =>
    owner.user.run(['add', 'note', '--title', 'Late'], [PASSWORD, 'the rocks are north']),
  );
  expect(await openForSuccessors(owner)).toBe(2);
});

test('a vault that is being imported ends up under the new keys', async () => {
  const owner = await environment.newOwner('Dan');
  await owner.user.run(['add', 'note', '--title', 'One'], [PASSWORD, 'early']);
  const file = join(environment.folder, 'dan.json');
  await owner.user.run(['export', '--decrypt', '--out', file], [PASSWORD]);
  await owner.user.run(['remove', 'One'], [PASSWORD]);
  await withRotationBefore(owner, '/vault/import', () => owner.user.run(['import', file], [PASSWORD]));
  expect(await openForSuccessors(owner)).toBe(1);
});
