/** What a test run must not leave behind: the names of its people, and the keys they were sent. */
import { base64Within } from '../../dev/secret-search.ts';

export interface RunSecrets {
  /** Mail addresses, complete. */
  addresses: ReadonlySet<string>;
  /** Tokens of links. */
  tokens: ReadonlySet<string>;
  /** Names of people, long enough not to occur by chance. */
  names: readonly string[];
  /** Words in the ciphertext of every test's entry. */
  ciphertext: string;
}

/** Any JSON Web Token (RFC 7519: base64url of `{"`, a dot, and the same again). */
const JWT = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Looks for the secrets in texts.
 *
 * @returns a function that names the kinds of secret in a text, without repeating them; empty where there is none
 */
export function leakFinder({ addresses, tokens, names, ciphertext }: RunSecrets): (text: string) => string[] {
  const anyName = names.length > 0 ? new RegExp(names.map(escaped).join('|')) : null;
  const anyCiphertext = new RegExp(
    [ciphertext, ...base64Within(Buffer.from(ciphertext))].map(escaped).join('|'),
  );
  const lower = new Set([...addresses].map((each) => each.toLowerCase()));
  return (text) => {
    const found: string[] = [];
    const mailboxes = text.match(/[\w.+-]+@[\w.-]+\w/g) ?? [];
    if (mailboxes.some((each) => lower.has(each.toLowerCase()))) found.push('an address');
    const words = text.match(/[\w-]{40,}(\.[\w-]+)*/g) ?? [];
    if (words.some((word) => tokens.has(word) || tokens.has(word.split('.')[0] ?? ''))) found.push('a token');
    if (JWT.test(text)) found.push('a JSON Web Token');
    if (anyName?.test(text)) found.push('a name');
    if (anyCiphertext.test(text)) found.push('ciphertext');
    return found;
  };
}
