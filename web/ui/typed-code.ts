/**
 * A code while someone types it from paper, or as a QR code gives it. The checksum is over the whole code, so a wrong
 * digit shows only at the end, and not in which group it is. A group that is too short, or has a letter that no code has,
 * shows at once.
 */
import { type CodeKind, CryptoError, readCode } from '../../crypto/index.ts';

export const GROUPS = 9;
const DIGITS = 4;

export type GroupState =
  | 'good'
  /** Fewer than four digits, while others follow. */
  | 'short'
  /** More than four digits between dashes or spaces. */
  | 'long'
  /** A character that can't be in a code. */
  | 'strange'
  /** Not typed yet, or only in part. */
  | 'unfinished';

export interface TypedCode {
  /** The text typed so far, in groups with dashes. */
  text: string;
  groups: { text: string; state: GroupState }[];
  /** All nine groups are there, and each is valid on its own. */
  isComplete: boolean;
}

const SEPARATORS = /[\s\u00ad\p{Dash}]+/u;

/** Replaces letters that can't be in a code with the digits they look like on paper. */
const asDigits = (text: string): string => text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');

function split(typed: string): string[] {
  const parts = asDigits(typed).split(SEPARATORS).filter(Boolean);
  // Without separators, or with others than on paper, only the number of digits shows where a group ends.
  const all = parts.join('');
  const asPrinted = parts.every((part, i) => part.length === DIGITS || i === parts.length - 1);
  if (parts.length > 1 && parts.length <= GROUPS && !asPrinted && all.length !== GROUPS * DIGITS)
    return parts;
  return all.match(/.{1,4}/gsu) ?? [];
}

export function parseTypedCode(typed: string): TypedCode {
  const parts = split(typed);
  const groups = Array.from({ length: Math.max(GROUPS, parts.length) }, (_, i) => {
    const text = parts[i] ?? '';
    return { text, state: stateOf(text, i >= parts.length - 1, i) };
  });
  const isComplete = parts.length === GROUPS && groups.every(({ state }) => state === 'good');
  return { text: parts.join('-'), groups, isComplete };
}

function stateOf(text: string, isLast: boolean, index: number): GroupState {
  if (index >= GROUPS) return 'long';
  if (!/^[0-9A-F]*$/.test(text)) return 'strange';
  if (text.length > DIGITS) return 'long';
  if (text.length === DIGITS) return 'good';
  return isLast ? 'unfinished' : 'short';
}

export type CodeCheck = 'good' | 'unfinished' | 'mistyped' | 'other_kind';

/** Checks the code's checksum and kind. Only its package can tell whether it opens anything. */
export async function checkCode(kind: CodeKind, typed: string): Promise<CodeCheck> {
  const { text, isComplete, groups } = parseTypedCode(typed);
  if (!isComplete) {
    return groups.every(({ state }) => state === 'good' || state === 'unfinished')
      ? 'unfinished'
      : 'mistyped';
  }
  try {
    (await readCode(kind, text)).fill(0);
    return 'good';
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return error.code === 'code_of_other_kind' ? 'other_kind' : 'mistyped';
  }
}

/** Whether a later version printed this code. */
export const isOfLaterFormat = (typed: string): boolean => /^\s*[0-9]+\./.test(typed);

/** Whether this looks like the six words on the sheet: this many letters that no code has aren't a slip. */
export const looksLikeWords = (typed: string): boolean => /(?:[G-ZÄÖÜß].*){4}/is.test(typed);

/** Which groups to type again, as a proof that the sheet is on paper: two different ones, from 1, in order. */
export function groupsToProve(): [number, number] {
  const [first, second] = [below(GROUPS), below(GROUPS - 1)];
  const other = second < first ? second : second + 1;
  return first < other ? [first + 1, other + 1] : [other + 1, first + 1];
}

function below(limit: number): number {
  const most = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < most) return byte % limit;
  }
}

/** Whether the text is that group of the code. @param group from 1 */
export const provesGroup = (code: string, group: number, typed: string): boolean =>
  asDigits(typed).replace(/[\s\u00ad\p{Dash}]/gu, '') === parseTypedCode(code).groups[group - 1]?.text;
