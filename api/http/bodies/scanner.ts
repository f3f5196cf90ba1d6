/**
 * Finds the structure of a JSON text as its bytes arrive, without building values: braces, brackets, colons and
 * commas outside strings. It does not validate. `JSON.parse` does that later, on text that was scanned here first.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * @param at the place in the chunk
 * @param depth how many braces and brackets are open around it, not counting itself
 */
export type OnMark = (mark: number, at: number, depth: number) => void;

/** @returns a function that takes the chunks of one text, in order */
export function jsonScanner(onMark: OnMark): (chunk: Buffer) => void {
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** The next one in the chunk; -1 if there is none, -2 if unknown. */
  let backslash = -2;

  /** @returns the place after the string's end, or the chunk's length if it continues */
  function skipString(chunk: Buffer, from: number): number {
    let at = from;
    if (escaped && at < chunk.length) {
      escaped = false;
      at += 1;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote === -1 ? chunk.length : quote;
      // Searched for again only after it was passed, so a chunk of many short strings is searched once.
      if (backslash !== -1 && backslash < at) backslash = chunk.indexOf(BACKSLASH, at);
      while (backslash !== -1 && backslash < end) {
        at = backslash + 2;
        if (at > chunk.length) {
          escaped = true;
          return chunk.length;
        }
        if (at > end) break;
        backslash = chunk.indexOf(BACKSLASH, at);
      }
      if (at > end) continue;
      if (quote === -1) return chunk.length;
      inString = false;
      return quote + 1;
    }
  }

  return (chunk) => {
    let at = 0;
    backslash = -2;
    while (at < chunk.length) {
      if (inString) {
        at = skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      switch (byte) {
        case QUOTE:
          inString = true;
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          onMark(byte, at, depth);
          depth += 1;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          depth -= 1;
          onMark(byte, at, depth);
          break;
        case COMMA:
        case COLON:
          onMark(byte, at, depth);
      }
      at += 1;
    }
  };
}
