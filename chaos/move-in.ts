/** How an owner gets an account and a session, while servers are killed. */
import { randomUUID } from 'node:crypto';
import { type LogIn, startOver, unlock, type Vault } from '../crypto/index.ts';
import { Failure } from '../dev/cli/failure.ts';
import { browser, type Caller, program, visitor } from '../dev/demo/callers.ts';
import type { CastOwner } from './cast.ts';
import type { Act, CaughtMail } from './evidence.ts';
import { base64 } from './sealed.ts';
import { type Attempt, untilAnswered } from './until-answered.ts';
import type { World } from './world.ts';

export interface Session {
  call: Caller;
  userId: string;
  credentials: { email: string; password: string };
  vault: Vault;
  /** On the owner's paper. */
  recoveryCode: string;
}

const logInOf = ({ logIns }: World, { email }: Pick<CastOwner, 'email'>): LogIn =>
  logIns[[...email].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % logIns.length]!;

/** Registers, verifies the address and logs in. */
export async function moveIn(
  world: World,
  cast: Pick<CastOwner, 'email' | 'name' | 'session'>,
  note: (what: Act['what']) => (each: Attempt) => void,
): Promise<Session> {
  const { service, post, over, takeTurn } = world;
  const { email, name } = cast;
  const logIn = logInOf(world, cast);
  const { password } = logIn;
  const salt = base64(16);
  // Any ID will do: the bundle doesn't hold it, and the service names the real one at the log-in.
  const { vault, recoveryCode } = await startOver(logIn, { id: randomUUID(), salt });
  const body = { email, name, password, salt, keyBundle: { ...vault.keyBundle } };
  await takeTurn(() => untilAnswered(over, () => visitor(service).POST('/auth/register', { body })));
  const tried = new Set<string | null>();
  for (;;) {
    const fresh = ({ kind, token }: CaughtMail) =>
      kind === 'verify_email' && token !== null && !tried.has(token);
    const { token } = await post.await(email, fresh, over);
    tried.add(token);
    const params = { query: { token: token ?? '' } };
    const { outcome, code } = await untilAnswered(over, () =>
      visitor(service).GET('/auth/verify-email', { params }),
    );
    // After a lost answer they register twice and get two mails, and the link in the first no longer works.
    if (outcome === 'acknowledged' || code === 'token_used') break;
  }
  const credentials = { email, password };
  if (cast.session === 'bearer') {
    const body = { ...credentials, session: 'bearer' as const };
    const { data, code } = await takeTurn(() =>
      untilAnswered(over, () => visitor(service).POST('/auth/login', { body })),
    );
    if (!data?.accessToken) throw new Failure(`the log-in was refused: ${code}`);
    const vault = await unlock(logIn, data.user);
    return {
      call: program(service, data.accessToken),
      userId: data.user.id,
      credentials,
      vault,
      recoveryCode,
    };
  }
  const call = browser(service);
  const { data, code } = await takeTurn(() =>
    untilAnswered(over, () => call.POST('/auth/login', { body: credentials }), note('log_in')),
  );
  if (!data) throw new Failure(`the log-in was refused: ${code}`);
  const unlocked = await unlock(logIn, data.user);
  return { call, userId: data.user.id, credentials, vault: unlocked, recoveryCode };
}
