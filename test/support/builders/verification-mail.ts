import { ensureMail } from '../../../db/mail.ts';
import type { TestApi } from '../servers/api.ts';
import { buildOwner } from './owner.ts';

/** An owner with an unverified address, and the mail that asks them to verify it. */
export async function verificationMail(api: TestApi, name?: string) {
  const owner = await buildOwner(api, { verified: false, ...(name === undefined ? {} : { name }) });
  const mail = await ensureMail(
    api.em(),
    { key: `verify_email/${owner.id}/1`, kind: 'verify_email', recipient: owner.email, userId: owner.id },
    new Date(api.clock.now),
  );
  return { owner, mail };
}
