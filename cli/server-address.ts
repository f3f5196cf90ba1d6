import { UsageFailure } from './failure.ts';

/** Where `npm start` listens. */
export const LOCAL_SERVER = 'http://localhost:3001';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The origin of an address. Plain http only within this machine: elsewhere it would show every token to the network.
 *
 * @param what names the address in errors: `--server`
 * @throws UsageFailure
 */
export function originOf(address: string, what: string): string {
  if (!URL.canParse(address))
    throw new UsageFailure(`${what} must be an address such as https://vault.example.org`);
  const { protocol, hostname, origin, username, password } = new URL(address);
  if (username || password) throw new UsageFailure(`${what} must not contain a password`);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return origin;
  throw new UsageFailure(
    `${what} must begin with https://, because ${hostname || address} is not this machine`,
  );
}

interface MailedLink {
  token: string;
  /** The service that it leads to. A bare token leads nowhere. */
  server: string | null;
  isRehearsal: boolean;
}

export function readLink(text: string): MailedLink {
  const given = text.trim();
  if (!given.includes('/')) {
    if (!/^[\w-]{16,200}$/.test(given))
      throw new UsageFailure('That is not the link from an email: copy all of it');
    return { token: given, server: null, isRehearsal: false };
  }
  const server = originOf(given, 'The link');
  const { searchParams } = new URL(given);
  const token = searchParams.get('token');
  if (!token) throw new UsageFailure('That link has no token: copy all of it, up to its last character');
  return { token, server, isRehearsal: searchParams.get('rehearsal') === '1' };
}

/** The token in the link that an operator passed on. */
export function readInvitationLink(text: string): string {
  const [, token] = /(?:^|#invitation=)([\w-]{16,200})$/.exec(text.trim()) ?? [];
  if (!token) throw new UsageFailure('That is not the link of an invitation: copy all of it');
  return token;
}
