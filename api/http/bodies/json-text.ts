import { isUtf8 } from 'node:buffer';
import { Problem } from '../errors.ts';

const utf8Decoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decoder = utf8Decoder();

export const malformed = (detail?: string): Problem => new Problem('malformed_json', detail);

/**
 * Decodes UTF-8.
 *
 * @throws Problem `malformed_json` for other bytes (RFC 8259, 8.1)
 */
export function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

/** Checks chunks of a text for bytes that aren't UTF-8. Both functions throw Problem `malformed_json`. */
export function utf8Checker(): { check(chunk: Buffer): void; end(): void } {
  /** Needed only if a character is cut by the end of a chunk. */
  let partial: ReturnType<typeof utf8Decoder> | undefined;
  const decode = (chunk?: Buffer): void => {
    try {
      if (chunk) partial?.decode(chunk, { stream: true });
      else partial?.decode();
    } catch {
      throw malformed('The body is not UTF-8.');
    }
  };
  return {
    check(chunk) {
      if (!partial && isUtf8(chunk)) return;
      partial ??= utf8Decoder();
      decode(chunk);
    },
    end: () => decode(),
  };
}

/** `__proto__`, with any of its characters escaped. */
const SUSPECT =
  /(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}/i;

/** Refuses a member with this name: some code would use it as the prototype, other code would lose it. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a member must not be called __proto__');
  return value;
}

/** @throws Problem `malformed_json`, also if a member is called `__proto__` */
export function parseJson(text: string, detail?: string): unknown {
  try {
    return SUSPECT.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text);
  } catch {
    throw malformed(detail);
  }
}
