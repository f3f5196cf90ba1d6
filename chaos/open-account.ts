/** How an owner gets an account and a session, while servers are killed. */
import { type LogIn, startOver, type Vault } from '../crypto/index.ts';
import { type ApiCaller, browser, program, visitor } from '../dev/callers.ts';
import { Failure } from '../dev/cli/failure.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { AcceptedMail, OwnerAct } from './evidence.ts';
import type { OwnerPlan } from './plans.ts';
import { base64 } from './sealed.ts';
import { type RequestAttempt, untilAnswered } from './until-answered.ts';

export interface OwnerSession {
  call: ApiCaller;
  userId: string;
  credentials: { email: string; password: string };
  vault: Vault;
  /** On the owner's paper. */
  recoveryCode: string;
}

const logInOf = ({ logIns }: CampaignEnvironment, { email }: Pick<OwnerPlan, 'email'>): LogIn =>
  logIns[[...email].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % logIns.length]!;

/** Registers, verifies the address and logs in. */
export async function openAccount(
  environment: CampaignEnvironment,
  plan: Pick<OwnerPlan, 'email' | 'name' | 'session'>,
  note: (what: OwnerAct['what']) => (each: RequestAttempt) => void,
): Promise<OwnerSession> {
  const { service, mailLog, over, takeTurn } = environment;
  const { email, name } = plan;
  const logIn = logInOf(environment, plan);
  const { password } = logIn;
  const salt = base64(16);
  // The keys follow after the log-in: they are bound to the user's ID, which nobody knows yet.
  const body = { email, name, password, salt };
  await takeTurn(() => untilAnswered(over, () => visitor(service).POST('/auth/register', { body })));
  const tried = new Set<string | null>();
  for (;;) {
    const fresh = ({ kind, token }: AcceptedMail) =>
      kind === 'verify_email' && token !== null && !tried.has(token);
    const { token } = await mailLog.await(email, fresh, over);
    tried.add(token);
    const params = { query: { token: token ?? '' } };
    const { outcome, code } = await untilAnswered(over, () =>
      visitor(service).GET('/auth/verify-email', { params }),
    );
    // After a lost answer they register twice and get two mails, and the link in the first no longer works.
    if (outcome === 'acknowledged' || code === 'token_used') break;
  }
  const credentials = { email, password };
  const isProgram = plan.session === 'bearer';
  const inBrowser = browser(service);
  const request = isProgram ? { ...credentials, session: 'bearer' as const } : credentials;
  const { data, code } = await takeTurn(() =>
    untilAnswered(
      over,
      () => (isProgram ? visitor(service) : inBrowser).POST('/auth/login', { body: request }),
      isProgram ? undefined : note('log_in'),
    ),
  );
  if (!data) throw new Failure(`the log-in was refused: ${code}`);
  const { user, accessToken = '' } = data;
  const call = isProgram ? program(service, accessToken) : inBrowser;
  const { vault, recoveryCode } = await startOver(logIn, user);
  const keys = { keyBundle: { ...vault.keyBundle } };
  await untilAnswered(
    over,
    () => call.PUT('/auth/profile', { body: keys }),
    isProgram ? undefined : note('write'),
  );
  return { call, userId: user.id, credentials, vault, recoveryCode };
}
