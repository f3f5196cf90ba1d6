/**
 * Which mailbox an address leads to, as far as providers let one mailbox have many spellings. Only for counting mails
 * and for opt-outs: an account's identity is its address, as `email` in api/http/schemas.ts normalises it.
 */

/** These two are one provider, which ignores dots before the `@`. */
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/** @param email normalised */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  // Nothing before the tag would fold all such addresses of a domain into one.
  const untagged = local.replace(/(?<=.)\+.*$/su, '');
  return GOOGLE.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
