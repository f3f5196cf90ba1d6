/** The successor who opened a link from one of our mails. */
import { Successor, type SuccessorRow } from '../../db/entities/successor.ts';
import type { TokenPurpose, TokenRow } from '../../db/entities/token.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import { givenLocale, type LocaleInput } from '../../db/locale.ts';
import type { EntityManager } from '../../db/orm.ts';
import { findToken, tokenExpired } from '../../db/tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';

/** For old links of someone who opted out: the response confirms the opt-out instead of calling the link broken. */
export const optedOutThemselves = () =>
  new Problem(
    'successor_opted_out',
    "You asked not to be a successor, and we respect that. You don't need to do anything, and nothing is " +
      'open to you.',
  );

export interface LinkedSuccessor {
  token: TokenRow;
  successor: SuccessorRow;
  /** The owner's switch, locked until commit. */
  current: LoadedSwitch;
}

/**
 * Finds the successor a link belongs to, under the lock that every change of successors takes. Call it in a
 * transaction.
 *
 * @param purposes which links may be used for this
 * @throws Problem `token_invalid` or `token_expired`
 */
export async function findLinkedSuccessor(
  { tokenSigner }: Pick<ApiDeps, 'tokenSigner'>,
  em: EntityManager,
  text: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<LinkedSuccessor> {
  const find = () => findToken(em, tokenSigner, purposes, text);
  const found = await find();
  const current = found && (await loadSwitch(em, found.userId, { lock: true }));
  // Checked again under the lock: a change of address may have invalidated the link.
  const token = current && (await find());
  const successor =
    token?.successorId && (await em.findOne(Successor, { id: token.successorId }, { refresh: true }));
  if (!current || !token || !successor) throw new Problem('token_invalid');
  if (tokenExpired(token, now)) throw new Problem('token_expired');
  return { token, successor, current };
}

/** Stores the language and time zone that a successor chose on their own page. */
export async function keepLocale(em: EntityManager, id: string, locale: LocaleInput): Promise<void> {
  const given = givenLocale(locale);
  if (Object.keys(given).length > 0) await em.nativeUpdate(Successor, { id }, given);
}
