/** The cookies of a browser: two for its session, and one that identifies the device. */
import type { Context } from 'koa';
import type { Config } from '../../config.ts';
import type { UserRow } from '../../db/entities/user.ts';
import { DEVICE_LIVES_MS, type DeviceToken, issueDevice, readDevice } from './devices.ts';

/** Where each cookie is sent: the refresh token and the device only to the routes that read them and to those below. */
const PATHS = {
  accessToken: '/',
  refreshToken: '/api/v1/auth/refresh',
  device: '/api/v1/auth/login',
} as const;

type CookieName = keyof typeof PATHS;

type CookieConfig = Pick<Config, 'NODE_ENV' | 'COOKIE_DOMAIN' | 'JWT_EXPIRES_IN' | 'JWT_REFRESH_EXPIRES_IN'>;

/**
 * Koa's own cookies refuse `Secure` behind a proxy that ends TLS and omit `Max-Age`, so a browser with a wrong clock
 * would drop the session.
 *
 * @param ms how long the browser keeps it; 0 deletes it
 */
function setCookie(ctx: Context, settings: CookieConfig, name: CookieName, value: string, ms: number): void {
  const production = settings.NODE_ENV === 'production';
  const expires = ms === 0 ? new Date(0) : new Date(Date.now() + ms);
  const attributes = [
    `${name}=${value}`,
    ...(settings.COOKIE_DOMAIN ? [`Domain=${settings.COOKIE_DOMAIN}`] : []),
    `Path=${PATHS[name]}`,
    `Max-Age=${Math.floor(ms / 1000)}`,
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    // In production the web app may be on another site, which browsers only allow over TLS.
    ...(production ? ['Secure', 'SameSite=None'] : ['SameSite=Lax']),
  ];
  ctx.append('Set-Cookie', attributes.join('; '));
}

export function setSessionCookies(
  ctx: Context,
  settings: CookieConfig,
  tokens: { accessToken: string; refreshToken: string },
): void {
  setCookie(ctx, settings, 'accessToken', tokens.accessToken, settings.JWT_EXPIRES_IN);
  setCookie(ctx, settings, 'refreshToken', tokens.refreshToken, settings.JWT_REFRESH_EXPIRES_IN);
}

export function clearSessionCookies(ctx: Context, settings: CookieConfig): void {
  setCookie(ctx, settings, 'accessToken', '', 0);
  setCookie(ctx, settings, 'refreshToken', '', 0);
}

/** Lets the browser be recognised at its next log-in to this account, unless the password changes. */
export function setDeviceCookie(
  ctx: Context,
  config: CookieConfig & Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>,
  account: Pick<UserRow, 'email' | 'authHash'>,
  since: Date,
): void {
  setCookie(ctx, config, 'device', issueDevice(config, account, since), DEVICE_LIVES_MS);
}

/** The device in the cookie, whatever account it is for. */
export const deviceOfCookie = (
  ctx: Context,
  config: Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>,
): DeviceToken | null => readDevice(config, ctx.cookies.get('device'));
