/** Letters that Unicode doesn't decompose. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Without case and accents, so that a plain spelling finds it. */
export function normalise(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are plain, and the rest takes several times as long.
  if (!/\P{ASCII}/u.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđı]/g, (letter) => LIGATURES[letter]!);
}
