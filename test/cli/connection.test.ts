/** The command line and a busy service, which is a server of the test that refuses as told. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adviceOn } from '../../cli/advice.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { type KeptSession, resumeSession } from '../../cli/connection.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { endSession, readSession, writeSession } from '../../cli/session-file.ts';
import { answered } from '../../client/index.ts';
import { KDF_V1 } from '../../crypto/index.ts';
import { listening } from '../support/servers/listening.ts';
import { use } from '../support/use.ts';

const problem = (status: number, code: string, retryAfter?: string) => ({
  status,
  headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  body: { type: 'about:blank', title: code, status, code },
});
type Answer = { status: number; headers?: Record<string, string>; body: object };

/** By path: the answers still to come. */
let answers: Record<string, Answer[]> = {};
/** By path: the bodies that arrived. */
let sentTo: Record<string, string[]> = {};
const server = createServer(async (request, response) => {
  const path = `${request.url}`;
  sentTo[path] = [...(sentTo[path] ?? []), await text(request)];
  const answer = answers[path]?.shift();
  response.writeHead(answer?.status ?? 500, { 'Content-Type': 'application/json', ...answer?.headers });
  response.end(JSON.stringify(answer?.body ?? {}));
});
const service = await use(() => listening(server));

let folder: string;
let sessionPath: string;
let notes: string[];
let session: KeptSession;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connection-'));
  sessionPath = join(folder, 'session.json');
  [notes, sentTo] = [[], {}];
  await writeSession(sessionPath, {
    version: 1,
    server: service.origin,
    email: 'ada@example.org',
    userId: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
    accessToken: 'access',
    expiresAt: 0,
    refreshToken: 'refresh',
    deviceToken: null,
  });
  session = await resumeSession({ sessionPath, server: undefined, note: (text) => notes.push(text) });
});
afterEach(() => rm(folder, { recursive: true }));

const PROFILE = '/api/v1/auth/profile';
const REFRESH = '/api/v1/auth/refresh';
const profile = () => answered(session.api.GET('/auth/profile'));

test('the command line waits for a busy service, says so, and asks again', async () => {
  answers = { [PROFILE]: [problem(429, 'rate_limited', '1'), { status: 200, body: { user: {} } }] };
  await expect(profile()).resolves.toEqual({ user: {} });
  expect(notes).toEqual(['The service is busy: trying again in 1 second']);
});

test('a service too busy to renew the session has not ended it', async () => {
  answers = {
    [PROFILE]: [problem(401, 'unauthenticated')],
    [REFRESH]: [problem(503, 'dependency_unavailable', '5')],
  };
  await expect(profile()).rejects.toMatchObject({ status: 503 });
  expect(await readSession(sessionPath)).toMatchObject({ refreshToken: 'refresh' });
});

test('a session that the service no longer knows ends, and the next log-in is at the same service, from a known machine', async () => {
  await writeSession(sessionPath, { ...(await readSession(sessionPath))!, deviceToken: 'known' });
  answers = {
    [PROFILE]: [problem(401, 'unauthenticated')],
    [REFRESH]: [problem(401, 'refresh_token_invalid')],
  };
  const refusal = await profile().catch((error) => error);
  expect(adviceOn(refusal)?.message).toMatch('Your session has ended');
  expect(await readSession(sessionPath)).toEqual({
    version: 1,
    server: session.session().server,
    email: 'ada@example.org',
    userId: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
    accessToken: '',
    expiresAt: 0,
    refreshToken: '',
    deviceToken: 'known',
  });
  await expect(resumeSession({ sessionPath, server: undefined, note: () => {} })).rejects.toThrow(
    'You are not logged in',
  );
});

test('another log-in that took over the file keeps it, and its tokens go to nobody else', async () => {
  answers = {
    [PROFILE]: [problem(401, 'unauthenticated')],
    [REFRESH]: [problem(401, 'refresh_token_invalid')],
  };
  const former = (await readSession(sessionPath))!;
  const taken = { ...former, server: 'https://elsewhere.example', accessToken: 'new', refreshToken: 'new' };
  await writeSession(sessionPath, taken);
  await expect(profile()).rejects.toMatchObject({ status: 401 });
  expect(sentTo[REFRESH]).toEqual([JSON.stringify({ refreshToken: 'refresh' })]);
  expect(await readSession(sessionPath)).toEqual(taken);
});

test('what a command remembers is added to the newest tokens, and to no other log-in', async () => {
  const former = (await readSession(sessionPath))!;
  const newer = { ...former, accessToken: 'new', refreshToken: 'new' };
  await writeSession(sessionPath, newer);
  await session.keep({ departed: ['Alan'] });
  expect(await readSession(sessionPath)).toEqual({ ...newer, departed: ['Alan'] });
  const taken = { ...former, server: 'https://elsewhere.example' };
  await writeSession(sessionPath, taken);
  await session.keep({ departed: [] });
  expect(await readSession(sessionPath)).toEqual(taken);
});

test('a command that still runs after a log-out brings nothing back, and says that the session has ended', async () => {
  await endSession(sessionPath, (await readSession(sessionPath))!);
  const ended = await readSession(sessionPath);
  await session.keep({ departed: ['Alan'] });
  answers = {
    [PROFILE]: [problem(401, 'unauthenticated')],
    [REFRESH]: [problem(401, 'refresh_token_invalid')],
  };
  const refusal = await profile().catch((error) => error);
  expect(adviceOn(refusal)?.message).toMatch('Your session has ended');
  expect(sentTo[REFRESH]).toEqual([JSON.stringify({ refreshToken: 'refresh' })]);
  expect(await readSession(sessionPath)).toEqual(ended);
});

test('a service that has moved is reported as such, not as a network problem', async () => {
  answers = { [PROFILE]: [{ status: 308, headers: { Location: 'https://elsewhere.example/' }, body: {} }] };
  const refusal = await profile().catch((error) => error);
  expect(adviceOn(refusal)?.message).toMatch(/it has moved; .* and name the new one with --server$/);
});

/** Runs a command at the service of the test. @returns its error */
async function refusalOf(
  name: string,
  words: string[],
  values: Record<string, string | boolean>,
  typed: (string | (() => string))[],
) {
  let printed = '';
  const next = async () => {
    const answer = typed.shift() ?? '';
    return typeof answer === 'string' ? answer : answer();
  };
  const invocation = {
    terminal: { interactive: false, ask: next, askSecret: next },
    sessionPath,
    server: session.session().server,
    print: (text: string) => {
      printed += text;
    },
    note: (text: string) => notes.push(text),
  };
  lastGroup = () => /([0-9A-F]{4})\n/.exec(printed)?.[1] ?? '';
  const command = COMMANDS.get(name)!;
  const run = command.run(invocation as unknown as Invocation, { values, words });
  return run.then(
    () => null,
    (error: Error) => error.message,
  );
}
let lastGroup = () => '';

test('a link whose time is over is exchanged by email, if its reader wants that', async () => {
  const link = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHRva2Vu';
  const expired = problem(410, 'token_expired');
  const sent = { status: 200, body: { message: 'We have sent a new link.' } };
  const RENEW = '/api/v1/handover/renew-access';
  const RESEND = '/api/v1/auth/resend-verification';
  const VERIFY = `/api/v1/auth/verify-email?token=${link}`;
  const RESPOND = '/api/v1/handover/respond';
  answers = {
    [RESPOND]: [expired, expired, expired],
    [VERIFY]: [expired],
    [RENEW]: [sent],
    [RESEND]: [sent, sent],
    [`/api/v1/successors/verify?token=${link}`]: [expired],
    '/api/v1/auth/kdf': [{ status: 200, body: { kdf: KDF_V1, current: KDF_V1 } }],
    '/api/v1/auth/login': [problem(403, 'email_not_verified')],
  };
  expect(await refusalOf('respond', ['accept'], { link }, ['no'])).toBe('Nothing was done');
  const rehearsal = `${session.session().server}/respond?token=${link}&rehearsal=1`;
  expect(await refusalOf('respond', ['accept'], { link: rehearsal }, ['yes'])).toBe('token_expired');
  expect(sentTo[RENEW]).toBeUndefined();
  expect(await refusalOf('respond', ['accept'], { link }, ['yes'])).toMatch(
    /^We have sent a new link\. If no email comes, .* we'll write to you$/,
  );
  expect(sentTo[RENEW]).toEqual([JSON.stringify({ token: link })]);
  expect(await refusalOf('verify', [], { link }, ['yes', 'ada@example.org'])).toBe(
    'We have sent a new link.',
  );
  expect(await refusalOf('login', ['ada@example.org'], {}, ['the heron waits', 'yes'])).toBe(
    'We have sent a new link.',
  );
  const resent = JSON.stringify({ email: 'ada@example.org' });
  expect(sentTo[RESEND]).toEqual([resent, resent]);
  // Only the owner can send another of these.
  expect(await refusalOf('kit', [], { link }, [])).toMatch(
    /^This link has expired: ask the person who named you/,
  );
});

test('what a successor writes is shared only if they say so each time', async () => {
  const link = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHRva2Vu';
  const RESPOND = '/api/v1/handover/respond';
  const thanks = { status: 200, body: { message: 'Thank you.' } };
  answers = { [RESPOND]: [thanks, thanks] };
  await refusalOf('respond', ['accept'], { link, message: 'I have the key', share: true }, []);
  await refusalOf('respond', ['accept'], { link, message: 'For Ada alone' }, []);
  const sent = (sentTo[RESPOND] ?? []).map((body) => JSON.parse(body));
  expect(sent).toMatchObject([
    { message: 'I have the key', shareMessage: true },
    { message: 'For Ada alone', shareMessage: false },
  ]);
});

test('where accounts are by invitation, its link is asked for, and the recovery code stays', async () => {
  const invitation = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHRva2Vu';
  const REGISTER = '/api/v1/auth/register';
  const required = problem(403, 'invitation_required');
  answers = {
    '/api/v1/auth/kdf': [{ status: 200, body: { current: KDF_V1 } }],
    [REGISTER]: [required, required, { status: 201, body: { message: 'Sent.' } }],
  };
  const typed = [
    'the heron waits',
    () => lastGroup(),
    `<https://vault.example/register#invitation=${invitation}>`,
    'dXNlZCBhbHJlYWR5',
    `https://vault.example/register#invitation=${invitation}`,
  ];
  expect(await refusalOf('register', ['ada@example.org'], { name: 'Ada' }, typed)).toBeNull();
  const [first, , last] = (sentTo[REGISTER] ?? []).map((body) => JSON.parse(body));
  expect(last).toEqual({ ...first, invitation });
});
