/** An owner who forgets their password, and gets everything back with the recovery code that they printed. */
import {
  type AwaitingBundle,
  CryptoError,
  openEntry,
  unlock,
  unlockWithRecoveryCode,
} from '../crypto/index.ts';
import { visitor } from '../dev/callers.ts';
import { Failure } from '../dev/cli/failure.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { SimulatedOwner } from './owner.ts';
import { base64 } from './sealed.ts';
import { untilAnswered } from './until-answered.ts';

/** @throws Failure or CryptoError when anything is lost */
export async function forgetPassword(
  { service, over, mailLog, logIns }: CampaignEnvironment,
  owner: SimulatedOwner,
): Promise<void> {
  const { call, plan, credentials, recoveryCode, texts } = owner;
  const { email } = plan;
  const asks = { email };
  await untilAnswered(over, () => visitor(service).POST('/auth/forgot-password', { body: asks }));
  const { token } = await mailLog.await(email, ({ kind }) => kind === 'password_reset', over);
  const logIn = logIns.find(({ password }) => password !== credentials.password)!;
  const { kdf, password } = logIn;
  const keyBundle: AwaitingBundle = { version: 2, kdf, awaiting: 'recovery' };
  const body = { token: token ?? '', password, salt: base64(16), keyBundle: { ...keyBundle } };
  // If the first answer was lost, the link is used up, and the log-in shows whether the reset was done.
  await untilAnswered(over, () => visitor(service).POST('/auth/reset-password', { body }));
  credentials.password = password;

  const user = await owner.logIn();
  const waits = await unlock(logIn, user).then(
    () => false,
    (error) => error instanceof CryptoError && error.code === 'needs_recovery_code',
  );
  if (!waits) throw new Failure('the vault did not ask for the recovery code');
  const { data: archive } = await untilAnswered(over, () => call.GET('/auth/key-bundles'));
  const vault = await unlockWithRecoveryCode(logIn, user, archive?.keyBundles ?? [], recoveryCode);
  const recovered = { ...vault.keyBundle };
  await owner.write(() => call.PUT('/auth/profile', { body: { keyBundle: recovered } }));

  const opened = await unlock(logIn, await owner.logIn());
  const { data: listed } = await untilAnswered(over, () => call.GET('/vault/entries'));
  const entries = listed?.entries ?? [];
  if (entries.length === 0) throw new Failure('no entry is left');
  for (const entry of entries) {
    if ((await openEntry(opened, entry)).text !== texts.get(entry.id))
      throw new Failure('an entry opened as another');
  }
}
