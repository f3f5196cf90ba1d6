/** The keys that the command line puts back when the password or the recovery code doesn't open those of the service. */
import { beforeAll, expect, test } from '@jest/globals';
import { KDF_V1, prepareLogIn, unlockWithRecoveryCode } from '../../crypto/index.ts';
import { KeyBundleArchive } from '../../db/entities/key-bundle-archive.ts';
import { User } from '../../db/entities/user.ts';
import { use } from '../support/use.ts';
import {
  CODE,
  type CommandLineOwner,
  lastGroup,
  PASSWORD,
  startCommandLineEnvironment,
} from './environment.ts';

const environment = await use(startCommandLineEnvironment);

const login = ({ email }: CommandLineOwner) => ['login', email, '--server', environment.server];

let ada: CommandLineOwner;
beforeAll(async () => {
  ada = await environment.newOwner('Ada');
  await ada.user.run(['add', 'note', '--title', 'Chart'], [PASSWORD, 'the rocks are north']);
});

test.each([
  ['no keys, as after a reset', { version: 2, kdf: KDF_V1, awaiting: 'recovery' }],
  ['what a newer program might write', { version: 3 }],
])('a thief who stores %s does not make the owner need the recovery code', async (_what, keyBundle) => {
  const thief = await environment.sessionOf(ada);
  expect((await thief.put('/auth/profile', { keyBundle })).status).toBe(200);
  expect(await ada.user.try(login(ada), [PASSWORD, 'no'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('An older copy of your keys does open'),
  });
  expect(await ada.user.run(login(ada), [PASSWORD, 'yes'])).toContain('run `vault-handover seal`');
  expect(await ada.user.run(['show', 'chart'], [PASSWORD])).toContain('the rocks are north');
});

test('older keys than this machine has seen are used only if a backup was restored', async () => {
  const owner = await environment.newOwner('Cid');
  const { email, user } = owner;
  const stored = await environment.em().findOneOrFail(User, { email });
  await user.run(['recovery-code'], [PASSWORD, lastGroup]);
  await environment.em().nativeDelete(KeyBundleArchive, { userId: stored.id });
  await environment.em().nativeUpdate(User, { email }, { keyBundle: stored.keyBundle });
  expect(await user.try(['list'], [PASSWORD])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('`vault-handover login` says what to do'),
  });
  expect(await user.try(login(owner), [PASSWORD, 'no'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('older than those that this machine has seen'),
  });
  expect(await user.run(login(owner), [PASSWORD, 'yes'])).toContain('The older keys are in use');
  await user.run(['list'], [PASSWORD]);
});

test('a recovery code that was replaced puts no older keys back unasked', async () => {
  const owner = await environment.newOwner('Bea');
  const { email, user, recoveryCode: replaced } = owner;
  const renewed = CODE.exec(await user.run(['recovery-code'], [PASSWORD, lastGroup]))?.[0] ?? '';
  await user.run(['rotate'], [PASSWORD]);
  await user.run(['add', 'note', '--title', 'Chart'], [PASSWORD, 'the rocks are north']);
  const chosen = 'another heron at high tide';
  await user.run(['forgot', email, '--server', environment.server]);
  await user.run(
    ['reset', email],
    [await environment.link(email, 'password_reset', 'reset-password'), chosen],
  );
  expect(await user.try(login(owner), [chosen, replaced, 'no'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a newer copy has a different code'),
  });
  expect(await user.run(login(owner), [chosen, renewed])).toContain('nothing was lost');
  expect(await user.run(['show', 'chart'], [chosen])).toContain('the rocks are north');
});

test('a new password and a new recovery code are one change of the keys', async () => {
  const owner = await environment.newOwner('Dora');
  const { email, user, recoveryCode: replaced } = owner;
  const { id, keyBundleVersion } = await environment.em().findOneOrFail(User, { email });
  const chosen = 'another heron at high tide';
  const said = await user.run(['password', '--new-code'], [PASSWORD, chosen, lastGroup]);
  expect(said).toContain('your new recovery code is active: destroy the old one');
  const after = await environment.em().findOneOrFail(User, { id });
  expect(after.keyBundleVersion).toBe(keyBundleVersion + 1);
  const logIn = await prepareLogIn({ email, password: chosen, kdf: KDF_V1 });
  const open = (code: string) =>
    unlockWithRecoveryCode(logIn, { id, salt: after.salt, keyBundle: after.keyBundle }, [], code);
  await expect(open(CODE.exec(said)?.[0] ?? '')).resolves.toMatchObject({ userId: id });
  await expect(open(replaced)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  await user.run(login(owner), [chosen]);
});
