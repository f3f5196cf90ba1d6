/** Calls to the API: as a visitor with a link, or as the owner whose session is kept. */
import { type ApiClient, apiClient } from '../api-client.ts';
import { Failure } from '../cli/failure.ts';
import type { Invocation } from './invocation.ts';
import { ApiProblem, answered, inWords, type Reply } from './problem.ts';
import { LOCAL_SERVER } from './server-address.ts';
import { readSession, removeSession, type Session, writeSession } from './session-file.ts';

/** Enough for the largest vault over a slow line. */
const PATIENCE_MS = 15 * 60_000;
/** A streamed body cannot be sent again, so its token must last. */
const LASTS_MS = 5 * 60_000;

export interface Connection {
  server: string;
  call: ApiClient;
  /** The body of a call that must succeed. */
  answer<Data>(call: Promise<Reply<Data>>): Promise<NonNullable<Data>>;
}

const connect = (
  server: string,
  more: Pick<Parameters<typeof apiClient>[0], 'headers' | 'renew' | 'onWait'>,
): Connection => ({
  server,
  call: apiClient({ origin: server, patienceMs: PATIENCE_MS, ...more }),
  answer: (call) => answered(server, call),
});

type Notes = Pick<Invocation, 'note'>;

const saysWait =
  ({ note }: Notes) =>
  (seconds: number): void =>
    note(`The service is busy: trying again in ${inWords(seconds)}`);

/** Without credentials. */
export const visit = (server: string, notes: Notes): Connection =>
  connect(server, { headers: () => ({}), onWait: saysWait(notes) });

export interface OwnConnection extends Connection {
  session(): Session;
  /** Changes what the session file remembers. */
  keep(more: Partial<Session>): Promise<void>;
  /** For a streamed body, which cannot be sent again. Call `refreshIfOld` first. */
  callOnce: ApiClient;
  /** Makes sure that the access token lasts for a request that cannot be repeated. */
  refreshIfOld(): Promise<void>;
}

/**
 * With the tokens of the session file, which are exchanged when they are old. New tokens are in the file before they are
 * used, because the old ones are then worth nothing.
 *
 * @throws Failure if nobody is logged in, or at another service than `--server` names
 */
export async function connectOwner({
  sessionPath,
  server,
  note,
}: Pick<Invocation, 'sessionPath' | 'server' | 'note'>): Promise<OwnConnection> {
  const found = await readSession(sessionPath);
  if (!found) throw new Failure('You are not logged in: run `npm run vault -- login` first');
  let session = found;
  if (server !== undefined && server !== session.server) {
    throw new Failure(`You are logged in at ${session.server}, not at ${server}: log in there first`);
  }
  const connection = visit(session.server, { note });

  async function renew(): Promise<boolean> {
    const { refreshToken } = session;
    // Another command may have exchanged them in the meantime.
    const kept = await readSession(sessionPath);
    if (kept && kept.email === session.email && kept.refreshToken !== refreshToken) {
      session = kept;
      return true;
    }
    try {
      const call = connection.call.POST('/auth/refresh', { body: { refreshToken } });
      session = { ...session, ...tokensOf(await connection.answer(call)) };
    } catch (error) {
      // A service that is busy has not ended the session.
      if (!(error instanceof ApiProblem && error.status === 401)) throw error;
      await removeSession(sessionPath);
      return false;
    }
    await writeSession(sessionPath, session);
    return true;
  }

  const headers = () => ({ Authorization: `Bearer ${session.accessToken}` });
  return {
    ...connect(session.server, { headers, renew, onWait: saysWait({ note }) }),
    callOnce: connect(session.server, { headers }).call,
    session: () => session,
    async keep(more) {
      session = { ...session, ...more };
      await writeSession(sessionPath, session);
    },
    async refreshIfOld() {
      if (session.expiresAt - Date.now() < LASTS_MS) await renew();
    },
  };
}

/** What a log-in or a refresh hands out. */
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

/** The service that commands without a session talk to. */
export const serverOf = ({ server }: Invocation): string => server ?? LOCAL_SERVER;
