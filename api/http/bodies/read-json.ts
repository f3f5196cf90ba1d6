/** Bodies small enough to hold whole. */
import { checkDepth, MOST_VALUES, tooManyValues } from './budget.ts';
import { malformed, parseJson, textOf } from './json-text.ts';
import { jsonScanner } from './scanner.ts';

/**
 * All of the bytes.
 *
 * @throws Problem if reading the body does
 */
export async function readBytes(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The value of a body; undefined if it is empty.
 *
 * @throws Problem `malformed_json`, also for a value that is neither object nor array; `payload_too_large` if it
 *   holds too many values; and what reading it throws
 */
export async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let marks = 0;
  const scan = jsonScanner((_mark, _at, depth) => {
    marks += 1;
    if (marks > MOST_VALUES) throw tooManyValues(MOST_VALUES, 'A body');
    checkDepth(depth);
  });
  for await (const chunk of body) {
    scan(chunk);
    chunks.push(chunk);
  }
  const text = textOf(Buffer.concat(chunks));
  if (text === '') return undefined;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw malformed('The body is not a JSON object.');
  return value;
}
