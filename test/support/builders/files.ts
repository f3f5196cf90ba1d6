/** Files as a client sends them, without a library, so that a test may do it wrong. */
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { request } from 'node:http';
import type { TestClient, TestReply } from '../clients/client.ts';

export interface SentFile {
  bytes: Buffer;
  sha256: string;
}

export const newFile = (size: number): SentFile => {
  const bytes = randomBytes(size);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
};

/** As tus has it: pairs of a name and a value in base64. */
export const metadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export const announce = (
  who: TestClient,
  entryId: string,
  { bytes, sha256 }: { bytes: { length: number }; sha256: string },
  more: Record<string, string> = {},
): Promise<TestReply> =>
  who.raw.post('/files', undefined, {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(bytes.length),
    'Upload-Metadata': metadata({ entryId, sha256, ...more }),
  });

export const OFFSET_STREAM = 'application/offset+octet-stream';

/** Sends bytes of a file in one request. */
export const sendBytes = (
  who: TestClient,
  id: string,
  offset: number,
  bytes: Buffer,
  more: Record<string, string> = {},
): Promise<TestReply> =>
  who.raw.patch(`/files/${id}`, bytes, {
    'Tus-Resumable': '1.0.0',
    'Content-Type': OFFSET_STREAM,
    'Upload-Offset': String(offset),
    ...more,
  });

/** Stores a file through the API. @returns its ID */
export async function storeFile(who: TestClient, entryId: string, file: SentFile): Promise<string> {
  const { status, body } = await announce(who, entryId, file);
  if (status !== 201) throw new Error(`the file was not taken: ${JSON.stringify(body)}`);
  const { id } = body.file;
  const sent = await sendBytes(who, id, 0, file.bytes);
  if (sent.status !== 204) throw new Error(`the file was not stored: ${JSON.stringify(sent.body)}`);
  return id;
}

interface Addressed {
  url: string;
  origin: string;
}

/** The address of a file and the headers of a browser, for requests that no JSON client can send. */
export const asBrowser = ({ url, origin }: Addressed, { cookies }: TestClient, id: string) => ({
  url: `${url}/files/${id}`,
  headers: { Origin: origin, Cookie: `accessToken=${cookies.get('accessToken')}` },
});

/** Begins to send a file, and breaks the connection after this many bytes. Resolves once they have left us. */
export async function breakOff(
  { url, headers }: ReturnType<typeof asBrowser>,
  offset: number,
  { bytes }: SentFile,
  after: number,
): Promise<void> {
  const req = request(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Content-Type': OFFSET_STREAM,
      'Upload-Offset': offset,
      'Content-Length': bytes.length - offset,
    },
  });
  req.on('error', () => {});
  await new Promise<void>((resolve) => req.write(bytes.subarray(offset, offset + after), () => resolve()));
  req.destroy();
}

/** Reads a file or a part of it. */
export async function readBytes(
  { url, headers }: { url: string; headers: Record<string, string> },
  more: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(url, { method, headers: { ...headers, ...more } });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** A new ID, as a client may choose one. */
export const newFileId = (): string => randomUUIDv7();
