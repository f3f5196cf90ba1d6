import { Problem } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const malformed = (detail?: string): Problem => new Problem('malformed_json', detail);

/** Bytes as text. @throws Problem `malformed_json` for what is not UTF-8 (RFC 8259, 8.1) */
export function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

/** @throws Problem `malformed_json` */
export function parseJson(text: string, detail?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(detail);
  }
}
