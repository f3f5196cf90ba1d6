/** A mail to a successor with two mailboxes has two rows, the second under the key of the first with `/second`. */

const SECOND = '/second';

/** The key of the same mail to the other mailbox of its successor. */
export const keyForOther = (key: string): string =>
  key.endsWith(SECOND) ? key.slice(0, -SECOND.length) : `${key}${SECOND}`;

/**
 * Whether the other mailbox has taken the same mail, so that nothing waits for this one.
 *
 * @param mail its name in the statement
 */
export const reachedAtOther = (mail: 'm' | 'mail'): string =>
  `exists (select 1 from mail other where other.status = 'accepted' and other.key = case
    when ${mail}.key like '%${SECOND}' then left(${mail}.key, -${SECOND.length}) else ${mail}.key || '${SECOND}' end)`;
