/** Log-ins: argon2id as the API checks it, and a new session. */
import { argon2, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import type { Pool } from 'pg';
import { readJson } from './request.ts';
import type { BaselineCallers } from './sessions.ts';

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function isRight(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = stored.match(PHC) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const options = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  return new Promise((resolve, reject) => {
    argon2('argon2id', options, (error, actual) => {
      if (error) reject(error);
      else resolve(timingSafeEqual(actual, expected));
    });
  });
}

export async function logIn(
  ctx: Context,
  pool: Pool,
  openSession: BaselineCallers['openSession'],
): Promise<void> {
  const { email, password } = await readJson(ctx);
  const { rows } = await pool.query<{ id: string; auth_hash: string }>({
    name: 'log-in',
    text: 'select id, auth_hash from "user" where email = $1 and email_verified_at is not null',
    values: [email],
  });
  const [user] = rows;
  if (!user || typeof password !== 'string' || !(await isRight(user.auth_hash, password))) {
    return ctx.throw(401);
  }
  ctx.body = { message: 'You are logged in.', accessToken: await openSession(user.id, ctx, new Date()) };
}
