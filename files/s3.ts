/** Files in a bucket of S3, or of anything that speaks its protocol. */
import { Readable } from 'node:stream';
import { S3, S3ServiceException } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { type FileStore, StoreError } from './store.ts';

export interface S3Settings {
  /** Null means Amazon's own. */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** S3 takes parts of 5 MiB or more. The rest of a request is kept as an object of its own until the next one. */
const PART_BYTES = 8 * 1024 * 1024;
/**
 * Parts of an upload that wait in a temporary file at a time: one that arrives, and one on its way to the bucket. Each
 * upload has its own, so that a slow one makes no other wait.
 */
const PARTS_AT_ONCE = 2;

/** Without these, a bucket that hangs would hang its callers too. A request may carry a part. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

/** The suffixes of the objects that `S3Store` keeps beside a file, or before there is one. */
const BESIDE = ['.info', '.part'];

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** `S3Store` throws plain objects where it knows what is wrong. */
const isUnknownUpload = (error: unknown): boolean =>
  (error as { status_code?: number } | undefined)?.status_code === 404;

const isFull = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC' ||
  (error instanceof S3ServiceException && /quota|storage|insufficient/i.test(error.name));

const asStoreError = (error: unknown): StoreError =>
  new StoreError(
    isMissing(error) || isUnknownUpload(error) ? 'missing' : isFull(error) ? 'full' : 'away',
    error,
  );

async function inStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The key of an object, without what `S3Store` appends. */
function keyOf(name: string): string {
  const suffix = BESIDE.find((each) => name.endsWith(each));
  return suffix === undefined ? name : name.slice(0, -suffix.length);
}

/** Uses a bucket that exists. Nothing is asked of it yet. */
export function openS3({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const settings = {
    region,
    requestHandler: TIMEOUTS,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's rarely have a name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  };
  const client = new S3(settings);
  const { requestHandler } = client.config;
  /** A new one for each upload; all share the same connections. */
  const uploads = () =>
    new S3Store({
      partSize: PART_BYTES,
      maxConcurrentPartUploads: PARTS_AT_ONCE,
      useTags: false,
      s3ClientConfig: { ...settings, requestHandler, bucket },
    });

  /** The size of an object; null if there is none. */
  const sizeOf = (Key: string): Promise<number | null> =>
    inStore(() => client.headObject({ Bucket: bucket, Key })).then(
      ({ ContentLength = 0 }) => ContentLength,
      (error: StoreError) => {
        if (error.reason === 'missing') return null;
        throw error;
      },
    );

  async function remove(key: string): Promise<void> {
    await uploads()
      .remove(key)
      .catch(() => {});
    const Objects = [key, ...BESIDE.map((each) => key + each)].map((Key) => ({ Key }));
    const { Errors = [] } = await inStore(() =>
      client.deleteObjects({ Bucket: bucket, Delete: { Objects } }),
    );
    // The response is 200 all the same.
    if (Errors[0]) throw new StoreError('away', new Error(`${Errors[0].Code}: ${Errors[0].Message}`));
  }

  /** Makes an object of the parts of an upload, which the last `write` does unless it is interrupted. */
  async function putTogether(key: string, size: number): Promise<void> {
    try {
      await inStore(() => uploads().write(Readable.from([]), key, size));
    } catch (error) {
      if ((error as StoreError).reason !== 'missing') throw error;
      // An attempt that we gave up waiting for may have succeeded since. Otherwise the bucket has ended the upload.
      if ((await sizeOf(key)) !== null) return;
      await remove(key);
      throw error;
    }
  }

  return {
    name: 's3',
    async bytes(key) {
      const complete = await sizeOf(key);
      if (complete !== null) return complete;
      // `S3Store` can't tell a bucket that is away from an upload that is unknown.
      if ((await sizeOf(`${key}.info`)) === null) return null;
      return (await inStore(() => uploads().getUpload(key))).offset;
    },
    async create(key, size) {
      const upload = { id: key, size, offset: 0 } as Parameters<S3Store['create']>[0];
      await inStore(() => uploads().create(upload));
    },
    write: (key, offset, chunks) => inStore(() => uploads().write(Readable.from(chunks), key, offset)),
    // Once the file is complete, nobody needs its `.info` any more.
    async complete(key, size) {
      if ((await sizeOf(key)) === null) await putTogether(key, size);
      await inStore(() => client.deleteObject({ Bucket: bucket, Key: `${key}.info` }));
    },
    read: (key, from, to) =>
      inStore(async () => {
        const { Body } = await client.getObject({
          Bucket: bucket,
          Key: key,
          Range: `bytes=${from}-${to}`,
        });
        return Body as Readable;
      }),
    remove,
    space: async () => null,
    async *list() {
      let next: string | undefined;
      let last: string | undefined;
      do {
        const page = await inStore(() =>
          client.listObjectsV2({ Bucket: bucket, ...(next ? { ContinuationToken: next } : {}) }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          // Objects are listed by name, so a file comes before those beside it.
          const key = keyOf(Key);
          if (key !== last) yield { key, bytes: key === Key ? Size : null };
          last = key;
        }
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
  };
}
