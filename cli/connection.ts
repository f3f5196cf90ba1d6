/** Connections to the service: as a visitor with a link, or as the owner whose session is kept. */
import { type Api, answered, createApi, Problem, withHeaders, withStreaming } from '../client/index.ts';
import { inWords } from './advice.ts';
import { CommandFailure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { LOCAL_SERVER } from './server-address.ts';
import { endSession, isOpen, readSession, type Session, writeSession } from './session-file.ts';

/** How long the access token must last before a request that cannot be sent again. */
const LASTS_MS = 5 * 60_000;

/** Advice for failures that aren't the network's. */
function remedyFor(reason: string): string {
  if (/CERT|^UNABLE_TO_/.test(reason))
    return 'this machine does not trust its certificate; if it is from an authority of your own, name the file of that authority in NODE_EXTRA_CA_CERTS';
  if (reason === 'unexpected redirect')
    return 'it has moved; open that address in a browser to see where, and name the new one with --server';
  return 'check the network, start it with `npm start`, or name another with --server';
}

function unreachable(thrown: unknown, server: string): CommandFailure {
  const { cause, message, name } = thrown as Error;
  const { code, message: detail } = (cause ?? {}) as NodeJS.ErrnoException;
  const reason = name === 'TimeoutError' ? 'no response' : (code ?? detail ?? message);
  return new CommandFailure(`The service at ${server} cannot be reached (${reason}): ${remedyFor(reason)}`);
}

interface Connecting {
  headers?(): Record<string, string>;
  renew?(): Promise<boolean>;
}

function connect(
  server: string,
  { note }: Pick<Invocation, 'note'>,
  { headers = () => ({}), renew }: Connecting = {},
): Api {
  const send = withHeaders(headers);
  return createApi({
    origin: server,
    // Becomes the cause of Problem `unreachable`, whose message is shown.
    send: (request) =>
      send(request).catch((error) => {
        throw unreachable(error, server);
      }),
    ...(renew ? { renew } : {}),
    onWait(seconds) {
      if (seconds !== null) note(`The service is busy: trying again in ${inWords(seconds)}`);
    },
  });
}

/** Without credentials. */
export const visit = (server: string, notes: Pick<Invocation, 'note'>): Api => connect(server, notes);

/** The service for commands without a session. The file remembers the last log-in, even after a log-out. */
export const serverOf = async ({ server, sessionPath }: Pick<Invocation, 'server' | 'sessionPath'>) =>
  server ?? (await readSession(sessionPath))?.server ?? LOCAL_SERVER;

export interface KeptSession {
  /** Imports and rotations are streamed. */
  api: Api;
  session(): Session;
  /** Changes what the session file remembers. */
  keep(more: Partial<Session>): Promise<void>;
  /** Makes sure that the access token lasts for some minutes. */
  refreshIfOld(): Promise<void>;
}

/**
 * Connects with the tokens of the session file, which are exchanged when they are old. New tokens are saved before they
 * are used, because the old ones no longer work.
 *
 * @throws CommandFailure if you are not logged in, or at another service than `--server` names
 */
export async function resumeSession({
  sessionPath,
  server,
  note,
}: Pick<Invocation, 'sessionPath' | 'server' | 'note'>): Promise<KeptSession> {
  const found = await readSession(sessionPath);
  if (!found || !isOpen(found))
    throw new CommandFailure('You are not logged in: run `vault-handover login` first');
  let session = found;
  if (server !== undefined && server !== session.server) {
    throw new CommandFailure(`You are logged in at ${session.server}, not at ${server}: log in there first`);
  }
  const visitor = visit(session.server, { note });

  /**
   * Reads the file, which another command may have changed. Null if that command logged out, or logged in elsewhere:
   * then it isn't this session's file.
   */
  async function readOurs(): Promise<Session | null> {
    const kept = await readSession(sessionPath);
    return kept?.server === session.server && kept.userId === session.userId && isOpen(kept) ? kept : null;
  }

  async function renew(): Promise<boolean> {
    const { refreshToken } = session;
    const kept = await readOurs();
    if (kept && kept.refreshToken !== refreshToken) {
      session = kept;
      return true;
    }
    try {
      const tokens = await answered(visitor.POST('/auth/refresh', { body: { refreshToken } }));
      session = { ...session, ...tokensOf(tokens) };
    } catch (error) {
      // A service that is busy has not ended the session.
      if (!(error instanceof Problem && error.status === 401)) throw error;
      if (kept) await endSession(sessionPath, kept);
      return false;
    }
    if (kept) await writeSession(sessionPath, session);
    return true;
  }

  const headers = () => ({ Authorization: `Bearer ${session.accessToken}` });
  async function refreshIfOld(): Promise<void> {
    if (session.expiresAt - Date.now() < LASTS_MS) await renew();
  }
  return {
    api: withStreaming(connect(session.server, { note }, { headers, renew }), refreshIfOld),
    refreshIfOld,
    session: () => session,
    async keep(more) {
      const kept = await readOurs();
      session = { ...(kept ?? session), ...more };
      if (kept) await writeSession(sessionPath, session);
    },
  };
}

/** The tokens of a log-in or a refresh, as the session file keeps them. */
export const tokensOf = ({
  accessToken = '',
  refreshToken = '',
  expiresIn = 0,
}: {
  accessToken?: string;
  refreshToken?: string;
  expiresIn?: number;
}): Pick<Session, 'accessToken' | 'refreshToken' | 'expiresAt'> => ({
  accessToken,
  refreshToken,
  expiresAt: Date.now() + expiresIn * 1_000,
});
