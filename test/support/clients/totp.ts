/** A test's authenticator app. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';
import type { TestAccount } from '../builders/account.ts';
import type { TestApi } from '../servers/api.ts';
import type { TestClient } from './client.ts';

/** The code that an app shows at this moment of the test. @param steps this many half minutes later */
export const codeOf = (api: Pick<TestApi, 'clock'>, secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(api.clock.now / 1000) + steps * 30 });

/** The `n`th code of six digits that isn't valid now, half a minute ago or half a minute from now. */
export async function wrongCode(api: Pick<TestApi, 'clock'>, secret: string, n = 0): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((steps) => codeOf(api, secret, steps)));
  return Array.from({ length: 10 }, (_, i) => `00000${i}`).filter((code) => !right.includes(code))[
    n
  ] as string;
}

const STEP_MS = 30_000;

/**
 * Gives codes for an API with the real clock, one after another. Each is accepted once, and only in the half minute
 * before its own, in its own, or in the next. So the third waits until its time has come.
 */
export function freshCodes(secret: () => string): () => Promise<string> {
  let last = 0;
  const stepNow = () => Math.floor(Date.now() / STEP_MS);
  return async () => {
    const step = Math.max(last + 1, stepNow());
    while (step > stepNow() + 1) await sleep((step - 1) * STEP_MS - Date.now());
    last = step;
    return generate({ secret: secret(), epoch: (step * STEP_MS) / 1000 });
  };
}

/** Sets two-factor authentication up and switches it on, which uses up one code. */
export async function withTwoFactor(
  api: Pick<TestApi, 'clock'>,
  who: TestClient,
  { password }: Pick<TestAccount, 'password'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await who.post('/auth/2fa/setup', { password });
  if (setup.status !== 200) throw new Error(`2fa/setup answered ${setup.status}`);
  const { secret } = setup.body;
  const enabled = await who.post('/auth/2fa/enable', { token: await codeOf(api, secret) });
  if (enabled.status !== 200) throw new Error(`2fa/enable answered ${enabled.status}`);
  return { secret, recoveryCodes: enabled.body.recoveryCodes };
}
