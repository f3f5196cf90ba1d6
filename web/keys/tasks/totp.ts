/** The code that an authenticator app would show now. */
import { readTotp, totpCode } from '../totp.ts';

export interface ShownCode {
  code: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Seconds. */
  period: number;
}

/** Null if what is stored is no secret of an authenticator app. */
export async function codeOf({ secret }: { secret: string }): Promise<ShownCode | null> {
  const settings = readTotp(secret);
  if (!settings) return null;
  const now = Date.now();
  const period = settings.period * 1_000;
  const until = (Math.floor(now / period) + 1) * period;
  return { code: await totpCode(settings, now), until, period: settings.period };
}
