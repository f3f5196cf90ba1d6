/** Vaults of any size as newline-delimited JSON, which is how the API exports, imports and rotates them. */
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';
import type { Reply } from './problem.ts';
import type { StoredEntry } from './vault-entries.ts';

export const NDJSON = 'application/x-ndjson';

/** The lines of a stream of bytes, without their ends. Empty ones are left out. */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}

export interface Export {
  /** Its first line. */
  head: { entryCount: number };
  /** The line of each entry. */
  lines: AsyncGenerator<string, void>;
}

/** The whole vault as the API exports it, while it arrives. */
export async function exportVault({ call, answer }: Connection): Promise<Export> {
  const params = { query: { format: 'ndjson' as const } };
  const body = await answer(call.GET('/vault/export', { params, parseAs: 'stream' }));
  const lines = linesIn(body as unknown as AsyncIterable<Uint8Array>);
  const { value } = await lines.next();
  if (!value) throw new Failure('The export has ended before it began: run this again');
  return { head: JSON.parse(value) as Export['head'], lines };
}

/** The entries of an export, while they arrive. @throws Failure if some are missing at its end */
export async function* entriesIn({ head, lines }: Export): AsyncGenerator<StoredEntry, void> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    yield JSON.parse(line) as StoredEntry;
  }
  if (count !== head.entryCount) {
    throw new Failure(
      `Only ${count} of ${head.entryCount} entries arrived, so nothing was changed: run this again`,
    );
  }
}

/** A type and not an interface, because only types fit the parameter of openapi-fetch. */
type StreamedBody = {
  body: never;
  headers: Record<string, string>;
  duplex: 'half';
  bodySerializer(): ReadableStream;
};

/**
 * Sends lines as they are made. Each has its end.
 *
 * @throws whatever the lines throw, which also cuts the request off
 */
export async function sendLines<Data>(
  send: (init: StreamedBody) => Promise<Reply<Data>>,
  lines: AsyncIterable<string>,
): Promise<Reply<Data>> {
  let broken: unknown;
  async function* bytes() {
    const encoder = new TextEncoder();
    try {
      for await (const line of lines) yield encoder.encode(line);
    } catch (error) {
      broken = error;
      throw error;
    }
  }
  try {
    return await send({
      body: {} as never,
      headers: { 'Content-Type': NDJSON },
      duplex: 'half',
      bodySerializer: () => ReadableStream.from(bytes()),
    });
  } catch (error) {
    throw broken ?? error;
  }
}
