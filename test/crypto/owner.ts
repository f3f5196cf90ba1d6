/** Owners with accounts. Stretching a password takes a while, so a test file should share them. */
import { randomUUID } from 'node:crypto';
import { createAccount, KDF_V1, type LogIn, prepareLogIn, unlock, type Vault } from '../../crypto/index.ts';

export interface TestOwner {
  credentials: { email: string; password: string; kdf: typeof KDF_V1 };
  recoveryCode: string;
  logIn: LogIn;
  user: { id: string; salt: string; keyBundle: unknown };
  vault: Vault;
}

/** The same JSON in new objects, as the service would return it. */
export const fromService = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export async function newOwner(password = 'correct horse'): Promise<TestOwner> {
  const credentials = { email: 'ada@example.org', password, kdf: KDF_V1 };
  const { salt, keyBundle, recoveryCode } = await createAccount(credentials);
  const logIn = await prepareLogIn(credentials);
  const user = { id: randomUUID(), salt, keyBundle: fromService(keyBundle) };
  return { credentials, recoveryCode, logIn, user, vault: await unlock(logIn, user) };
}
