/** The keys that shares and envelopes are sealed to: stored by the successor, pinned by the owner. */
import { timingSafeEqual } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { forgetLostSheet } from '../../../db/contact-questions.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { markSharesStale, queueKitMail } from '../../successors/consequences.ts';
import { findLinkedSuccessor, keepLocale, optedOutThemselves } from '../../successors/linked-successor.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { fingerprintOf, presentSuccessor } from '../../successors/present.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { NewPublicKey, PinnedKey, PublicKeyStored, SuccessorParams, SuccessorWritten } from './schema.ts';

export const storePublicKey = route('PUT /successors/public-key', {
  name: 'storeSuccessorKey',
  summary: "Store a successor's public key and the salt of their recovery kit",
  description:
    'Uses the token from the verification email, once the address is verified. Replaces an earlier key ' +
    'until the owner pins one; the same key and salt may be sent again later, too. The owner gets an email saying that it can be compared, at most once a day ' +
    'for each successor. The successor may also say how they read our emails.',
  access: 'public',
  limit: 'token_link',
  body: NewPublicKey,
  responses: { 200: PublicKeyStored },
  errors: ['token_invalid', 'token_expired', 'email_not_verified', 'successor_opted_out', 'key_pinned'],
  async handler({ em, body: { token, publicKey, salt, ...locale }, now, deps }) {
    const { successor } = await findLinkedSuccessor(deps, em, token, ['successor_verification'], now);
    const { id, userId, name } = successor;
    if (successor.optedOutAt) throw optedOutThemselves();
    if (!successor.verifiedAt) throw new Problem('email_not_verified', 'Confirm your email address first.');
    // An earlier attempt may have stored this kit although its response was lost, so the kit must not be refused now.
    const isStored = successor.publicKey === publicKey && successor.publicKeySalt === salt;
    if (successor.keyPinnedAt && !isStored) throw new Problem('key_pinned');
    await keepLocale(em, id, locale);
    if (!isStored) {
      await em.nativeUpdate(Successor, { id }, { publicKey, publicKeySalt: salt });
      await forgetLostSheet(em, id);
      // They can no longer open a share that was sealed to the old key.
      if (successor.encryptedShare) await markSharesStale(em, userId);
      const detail = { successorId: id };
      await recordActivity(em, deps.signRecord, { userId, type: 'successor_changed', at: now, detail });
      await queueKitMail(deps, em, successor, now);
    }
    return {
      about: userId,
      body: {
        message: 'Your key has been stored.',
        successor: { id, name, publicKey, keyFingerprint: fingerprintOf(publicKey) },
      },
    };
  },
});

export const pinKey = route('POST /successors/:id/verify', {
  name: 'pinSuccessorKey',
  summary: "Pin a successor's key",
  description:
    "Send the fingerprint of the key whose six words matched, as the owner's client computes it: the " +
    'SHA-256 of the raw public key, in lowercase hexadecimal. Can be repeated. Existing shares are stale ' +
    'from then on, because none was made for this successor.',
  access: 'session',
  params: SuccessorParams,
  body: PinnedKey,
  responses: { 200: SuccessorWritten },
  errors: ['not_found', 'fingerprint_mismatch', 'successor_opted_out', ...CHECK_IN_FIRST],
  async handler({ em, caller, params: { id }, body, now, record }) {
    await lockSuccessors(em, caller);
    const userId = caller.user.id;
    const { publicKey, keyPinnedAt, optedOutAt } = await findOwn(em, userId, id);
    if (optedOutAt) throw new Problem('successor_opted_out');
    if (!publicKey) throw new Problem('fingerprint_mismatch', 'This successor has not stored a key yet.');
    if (!timingSafeEqual(Buffer.from(fingerprintOf(publicKey)), Buffer.from(body.keyFingerprint))) {
      throw new Problem('fingerprint_mismatch', 'This is not the fingerprint of the key we have.');
    }
    if (!keyPinnedAt) {
      await em.nativeUpdate(Successor, { id }, { keyPinnedAt: now });
      await markSharesStale(em, userId);
      await record('successor_key_pinned', { successorId: id });
    }
    return {
      body: {
        message: 'The key has been pinned.',
        successor: await presentSuccessor(em, userId, id),
      },
    };
  },
});
