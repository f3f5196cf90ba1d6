/** Newline-delimited JSON, as the API exports and rotates vaults of any size. */
import type { VersionedEntry } from '../../crypto/index.ts';
import { answered, api } from '../api/client.ts';
import { Problem } from '../api/problem.ts';

const NDJSON = 'application/x-ndjson';
/** So many characters become one piece of a body. The browser may keep pieces outside of memory. */
const PIECE = 4 * 1024 * 1024;

async function* linesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line.trim() !== '');
    if (done) return;
  }
}

const cutOff = () => new Problem({ code: 'unreachable', status: 0 });

/** The whole vault as the service exports it. @throws Problem if not everything arrives */
export async function exportVault(): Promise<{
  entryCount: number;
  entries: AsyncGenerator<VersionedEntry, void>;
}> {
  const params = { query: { format: 'ndjson' as const } };
  const body = await answered(api.GET('/vault/export', { params, parseAs: 'stream' }));
  const lines = linesIn(body as unknown as ReadableStream<Uint8Array>);
  const { value: head } = await lines.next();
  if (!head) throw cutOff();
  const { entryCount } = JSON.parse(head) as { entryCount: number };
  async function* entries(): AsyncGenerator<VersionedEntry, void> {
    let count = 0;
    for await (const line of lines) {
      count += 1;
      yield JSON.parse(line) as VersionedEntry;
    }
    if (count !== entryCount) throw cutOff();
  }
  return { entryCount, entries: entries() };
}

/**
 * All lines as one body. Browsers stream uploads over HTTP/2 only, so everything is made before anything is sent.
 *
 * @throws whatever the lines throw
 */
export async function bodyOf(lines: AsyncIterable<string> | Iterable<string>): Promise<Blob> {
  const pieces: Blob[] = [];
  let piece: string[] = [];
  let length = 0;
  const close = () => {
    pieces.push(new Blob(piece));
    piece = [];
    length = 0;
  };
  for await (const line of lines) {
    piece.push(line);
    length += line.length;
    if (length >= PIECE) close();
  }
  close();
  return new Blob(pieces, { type: NDJSON });
}

/** Sends new keys and everything sealed under them: all of it counts, or nothing. */
export async function sendRotation(body: Blob): Promise<void> {
  await answered(
    api.POST('/vault/rotate', {
      body: body as never,
      bodySerializer: (blob) => blob as unknown as Blob,
      headers: { 'Content-Type': NDJSON },
    }),
  );
}

/**
 * Asks whether a rotation would be let in now. Otherwise the owner would be asked for the password when half of the
 * work is done, or a large body would be sent in vain.
 *
 * @throws Problem such as `confirmation_required`
 */
export async function mayRotate(): Promise<void> {
  try {
    await sendRotation(await bodyOf([]));
  } catch (error) {
    // One without a line changes nothing, and is only refused for that once it has been let in.
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
  }
}
