import { afterEach, expect } from '@jest/globals';
import { File } from '../../../db/entities/file.ts';
import { announce, asBrowser, OFFSET_STREAM, readBytes, type SentFile } from '../builders/files.ts';
import { type BuiltOwner, buildOwner } from '../builders/owner.ts';
import { storeEntry } from '../builders/vault-entries.ts';
import type { TestClient } from '../clients/client.ts';
import { closeRawRequests, head } from '../clients/raw-request.ts';
import { until } from '../until.ts';
import { useFolder } from '../use.ts';
import type { TestApi } from './api.ts';
import { killApiProcesses } from './api-process.ts';
import { useApi } from './use-api.ts';

/** An API that stores files, and the steps of an upload. Requests and processes that a test left open end with it. */
export async function useFilesApi() {
  const folder = useFolder('vault-files-');
  const api = await useApi({ DEFAULT_PLAN: 'free', FILES_DIR: folder, FILES_QUOTA_FREE: '20MB' });
  afterEach(() => {
    closeRawRequests();
    killApiProcesses();
  });

  const rowOf = (owner: BuiltOwner, id: string) => api.em().findOneOrFail(File, { userId: owner.id, id });

  async function ownerWithEntry(): Promise<{ owner: BuiltOwner; who: TestClient; entryId: string }> {
    const owner = await buildOwner(api);
    return { owner, who: owner.browser, entryId: await storeEntry(owner) };
  }

  async function announced(who: TestClient, entryId: string, file: SentFile): Promise<string> {
    const { status, body, headers } = await announce(who, entryId, file);
    expect([status, headers.get('location')]).toEqual([201, `/api/v1/files/${body.file.id}`]);
    return body.file.id;
  }

  async function arrived(who: TestClient, id: string, at: Pick<TestApi, 'url' | 'origin'> = api) {
    const { status, headers } = await readBytes(asBrowser(at, who, id), {}, 'HEAD');
    expect(status).toBe(200);
    return Number(headers.get('upload-offset'));
  }

  const read = async (who: TestClient, id: string) => (await readBytes(asBrowser(api, who, id))).bytes;

  /** The head of a request that sends a file from its beginning. */
  const patchHead = (who: TestClient, id: string, bytes: number, at: Pick<TestApi, 'url' | 'origin'> = api) =>
    head(`PATCH /api/v1/files/${id}`, {
      ...asBrowser(at, who, id).headers,
      'Tus-Resumable': '1.0.0',
      'Content-Type': OFFSET_STREAM,
      'Upload-Offset': 0,
      'Content-Length': bytes,
    });

  /** How much has arrived once nothing writes the file any more. */
  async function settled(owner: BuiltOwner, id: string): Promise<number> {
    await until('the request has ended', async () => (await rowOf(owner, id)).writer === null);
    return arrived(owner.browser, id);
  }

  return { folder, api, rowOf, ownerWithEntry, announced, arrived, read, patchHead, settled };
}
