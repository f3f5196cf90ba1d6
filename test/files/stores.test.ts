import { execFile } from 'node:child_process';
import { pbkdf2, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, open, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3 } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createFileSpace } from '../../api/monitoring/file-space.ts';
import { openFolder } from '../../files/folder.ts';
import { openStores } from '../../files/open.ts';
import { roomIn } from '../../files/reserve.ts';
import { openS3 } from '../../files/s3.ts';
import { type FileStore, fileStores, type StoredObject } from '../../files/store.ts';
import { gateway, startBucket } from '../support/servers/s3.ts';
import { until } from '../support/until.ts';
import { use, useFolder } from '../support/use.ts';

const MIB = 1024 * 1024;

const folder = useFolder('vault-stores-');
const server = gateway
  ? await use(
      () => startBucket(join(folder, 'gateway')),
      (it) => it[Symbol.asyncDispose](),
    )
  : undefined;
const stores = new Map<string, FileStore>();
beforeAll(async () => {
  const opened = await openStores({ folder: join(folder, 'files'), s3: null });
  if (opened) stores.set('a folder', opened.current);
  if (!server) return;
  const s3 = await openStores({ folder: null, s3: server });
  if (s3) stores.set('a bucket', s3.current);
});

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

async function read(store: FileStore, key: string, from: number, to: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await store.read(key, from, to)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function listed(store: FileStore): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const each of store.list()) all.push(each);
  return all;
}

describe.each(['a folder', 'a bucket'])('%s', (name) => {
  const [play, why] =
    name === 'a bucket' && !gateway ? [test.skip, ' [not tested: there is no versitygw]'] : [test, ''];
  const store = () => {
    const found = stores.get(name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };

  play(
    `keeps a file that arrives in parts of any size, byte for byte, and reads any range of it${why}`,
    async () => {
      const key = randomUUID();
      const bytes = randomBytes(20 * MIB + 3);
      expect(await store().bytes(key)).toBeNull();
      await store().create(key, bytes.length);
      expect(await store().bytes(key)).toBe(0);
      let at = 0;
      for (const part of [1_000, 9 * MIB, 5 * MIB, bytes.length]) {
        at = await store().write(key, at, chunksOf(bytes.subarray(at, at + part)));
        expect(await store().bytes(key)).toBe(at);
      }
      expect(at).toBe(bytes.length);
      await store().complete(key, bytes.length);
      expect((await read(store(), key, 0, bytes.length - 1)).equals(bytes)).toBe(true);
      expect(
        (await read(store(), key, 8 * MIB - 1, 8 * MIB)).equals(bytes.subarray(8 * MIB - 1, 8 * MIB + 1)),
      ).toBe(true);
      expect((await listed(store())).filter((each) => each.key === key)).toEqual([
        { key, bytes: bytes.length },
      ]);
    },
  );

  play(`removes what is complete, what is not, and what isn’t there${why}`, async () => {
    const [complete, begun] = [randomUUID(), randomUUID()];
    for (const key of [complete, begun]) await store().create(key, 100);
    await store().write(complete, 0, chunksOf(randomBytes(100)));
    await store().write(begun, 0, chunksOf(randomBytes(50)));
    expect((await listed(store())).map(({ key }) => key)).toEqual(expect.arrayContaining([complete, begun]));
    for (const key of [complete, begun, randomUUID()]) {
      await store().remove(key);
      expect(await store().bytes(key)).toBeNull();
    }
    await expect(store().read(complete, 0, 1)).rejects.toMatchObject({
      name: 'StoreError',
      reason: 'missing',
    });
    await expect(store().read(randomUUID(), 0, 1)).rejects.toMatchObject({ reason: 'missing' });
  });
});

const ifGateway = gateway ? test : test.skip;

describe('a bucket that does not do what it is asked', () => {
  interface Answer {
    status: number;
    xml: string;
    /** Whether the bucket gets the request all the same. */
    isDone?: boolean;
  }

  /** A proxy in front of the bucket, which answers some requests itself. */
  async function openFront(answer: (req: IncomingMessage) => Answer | null) {
    const { endpoint } = server!;
    const front = createServer((req, reply) => {
      const own = answer(req);
      const answerItself = () =>
        own && reply.writeHead(own.status, { 'Content-Type': 'application/xml' }).end(own.xml);
      if (own && !own.isDone) return answerItself();
      const { method, url, headers } = req;
      const passed = request(new URL(url!, endpoint), { method, headers }, (got) => {
        if (own) return got.resume().once('end', answerItself);
        reply.writeHead(got.statusCode!, got.headers);
        return got.pipe(reply);
      });
      req.pipe(passed);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address() as AddressInfo;
    return {
      store: openS3({ ...server!, endpoint: `http://127.0.0.1:${port}` }),
      [Symbol.dispose]: () => void front.close(),
    };
  }
  const isCompletion = ({ method, url }: IncomingMessage) => method === 'POST' && /[?&]uploadId=/.test(url!);
  const bytes = randomBytes(9 * MIB);
  const refusal = { status: 400, xml: '<Error><Code>NotToday</Code></Error>' };

  ifGateway('at the end of an upload keeps what has arrived, and is asked again', async () => {
    let refuses = true;
    using front = await openFront((req) => (refuses && isCompletion(req) ? refusal : null));
    const { store } = front;
    const key = randomUUID();
    await store.create(key, bytes.length);
    await expect(store.write(key, 0, chunksOf(bytes))).rejects.toMatchObject({ reason: 'away' });
    expect(await store.bytes(key)).toBe(bytes.length);
    await expect(store.complete(key, bytes.length)).rejects.toMatchObject({ reason: 'away' });
    refuses = false;
    await store.complete(key, bytes.length);
    expect((await read(store, key, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  ifGateway('for a moment, when asked again, keeps what has arrived', async () => {
    const refused = new Set(['completion']);
    const away = { status: 503, xml: '<Error><Code>SlowDown</Code></Error>' };
    using front = await openFront((req) => {
      if (refused.has('note') && req.url!.includes('.info')) return away;
      return refused.has('completion') && isCompletion(req) ? refusal : null;
    });
    const { store } = front;
    const key = randomUUID();
    await store.create(key, bytes.length);
    await expect(store.write(key, 0, chunksOf(bytes))).rejects.toThrow();
    refused.add('note');
    await expect(store.complete(key, bytes.length)).rejects.toMatchObject({ reason: 'away' });
    refused.clear();
    expect(await store.bytes(key)).toBe(bytes.length);
    await store.complete(key, bytes.length);
    expect(await store.bytes(key)).toBe(bytes.length);
  });

  ifGateway('or so it seems, because it did it before, keeps the file', async () => {
    const gone = { status: 404, xml: '<Error><Code>NoSuchUpload</Code></Error>', isDone: true };
    let completion: Answer = refusal;
    using front = await openFront((req) => (isCompletion(req) ? completion : null));
    const { store } = front;
    const key = randomUUID();
    await store.create(key, bytes.length);
    await expect(store.write(key, 0, chunksOf(bytes))).rejects.toThrow();
    completion = gone;
    await store.complete(key, bytes.length);
    expect((await read(store, key, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  ifGateway('because it has ended the upload lets it begin again', async () => {
    using front = await openFront((req) => (isCompletion(req) ? refusal : null));
    const { store } = front;
    const key = randomUUID();
    await store.create(key, bytes.length);
    await expect(store.write(key, 0, chunksOf(bytes))).rejects.toThrow();
    const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = server!;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
    const { Uploads } = await client.listMultipartUploads({ Bucket });
    const begun = Uploads!.find((each) => each.Key === key)!;
    await client.abortMultipartUpload({ Bucket, Key: key, UploadId: begun.UploadId });
    await expect(store.complete(key, bytes.length)).rejects.toMatchObject({ reason: 'missing' });
    expect(await store.bytes(key)).toBeNull();
  });

  ifGateway('but keep a file that is to be removed, is not believed', async () => {
    const xml =
      '<DeleteResult><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>';
    using front = await openFront(({ url }) => (url!.includes('delete') ? { status: 200, xml } : null));
    await expect(front.store.remove(randomUUID())).rejects.toMatchObject({ reason: 'away' });
  });
});

ifGateway('many slow uploads to a bucket make no other wait', async () => {
  const store = stores.get('a bucket')!;
  const go = Promise.withResolvers<void>();
  const bytes = randomBytes(9 * MIB);
  async function* slowly() {
    yield bytes.subarray(0, 1_000);
    await go.promise;
    yield bytes.subarray(1_000);
  }
  const begin = async () => {
    const key = randomUUID();
    await store.create(key, bytes.length);
    return key;
  };
  const slow = (await Promise.all(Array.from({ length: 16 }, begin))).map((key) =>
    store.write(key, 0, slowly()),
  );
  expect(await store.write(await begin(), 0, chunksOf(bytes))).toBe(bytes.length);
  go.resolve();
  expect(await Promise.all(slow)).toEqual(slow.map(() => bytes.length));
});

test('a folder frees the memory of chunks at once, unless they share it with others', async () => {
  const [own, shared] = [randomBytes(64 * 1024), Buffer.allocUnsafeSlow(100).fill('x')];
  const bytes = Buffer.from(own);
  const key = randomUUID();
  const store = stores.get('a folder')!;
  await store.create(key, own.length + 50);
  const both = Readable.from([own, shared.subarray(50)]);
  expect(await store.write(key, 0, both)).toBe(bytes.length + 50);
  expect([own.length, shared.length]).toEqual([0, 100]);
  expect(
    (await read(store, key, 0, bytes.length + 49)).equals(Buffer.concat([bytes, shared.subarray(50)])),
  ).toBe(true);
});

test('the reserve is a twentieth of a disk, and 2 GB of a large one', () => {
  const GB = 1_000_000_000;
  const rooms = [
    { total: 20 * GB, free: 3 * GB },
    { total: 1_000 * GB, free: 3 * GB },
    { total: 1_000 * GB, free: GB },
  ].map(roomIn);
  expect(rooms).toEqual([2 * GB, GB, 0]);
});

test('uploads leave the reserve of a folder’s disk free, and go on once there is room', async () => {
  const reserve = 5 * MIB;
  const disk = { total: 100 * MIB, free: reserve + 5_000 };
  const small = await openFolder(join(folder, 'small'), undefined, async () => disk);
  const health = createFileSpace(fileStores([small]));
  const key = randomUUID();
  await expect(small.create(key, 5_001)).rejects.toMatchObject({ reason: 'full' });
  await small.create(key, 5_000);
  expect(await health.problem()).toBeNull();
  async function* whileTheDiskFills() {
    yield randomBytes(2_000);
    disk.free = reserve;
    // Longer than a reading of the space is used.
    await sleep(1_100);
    yield randomBytes(3_000);
  }
  await expect(small.write(key, 0, whileTheDiskFills())).rejects.toMatchObject({ reason: 'full' });
  expect(await small.bytes(key)).toBe(2_000);
  expect(await health.problem()).toBe('disk_full');
  disk.free += 3_000;
  await sleep(1_100);
  expect(await small.write(key, 2_000, chunksOf(randomBytes(3_000)))).toBe(5_000);
});

test('a folder whose disk hangs holds up nobody else, and is used again when the disk goes on', async () => {
  const place = join(folder, 'hanging');
  const hanging = await openFolder(place, 300);
  const keys = Array.from({ length: 8 }, () => randomUUID());
  await promisify(execFile)(
    'mkfifo',
    keys.map((key) => join(place, key)),
  );
  // As on a disk that doesn't answer, nobody can open a pipe for reading before someone writes to it.
  const reads = await Promise.allSettled(keys.map((key) => hanging.read(key, 0, 0)));
  expect(reads.map((each) => each.status === 'rejected' && each.reason.reason)).toEqual(
    keys.map(() => 'away'),
  );
  expect((await promisify(pbkdf2)('password', 'salt', 1, 32, 'sha256')).length).toBe(32);
  await expect(hanging.bytes(randomUUID())).rejects.toMatchObject({ reason: 'away' });
  for (const key of keys) await (await open(join(place, key), 'r+')).close();
  await until('it is used again', () =>
    hanging.bytes(randomUUID()).then(
      (bytes) => bytes === null,
      () => false,
    ),
  );
});

test('a folder whose disk hangs keeps nobody from starting, and is made once the disk goes on', async () => {
  const pipes = await mkdtemp(join(folder, 'pipes-'));
  // One for each of libuv's threads, so that no disk answers.
  const paths = ['a', 'b', 'c', 'd'].map((name) => join(pipes, name));
  await promisify(execFile)('mkfifo', paths);
  const opening = paths.map((path) => open(path, 'r'));
  const store = await openFolder(join(folder, 'late'), 300);
  await expect(store.create(randomUUID(), 1)).rejects.toMatchObject({ reason: 'away' });
  for (const path of paths) closeSync(openSync(path, 'r+'));
  for (const file of await Promise.all(opening)) await file.close();
  await until('it is made', () =>
    store.create(randomUUID(), 1).then(
      () => true,
      () => false,
    ),
  );
});

test('a folder that can’t be made is an error at once, with the variable, the cause and the path', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const within = join(file, 'within');
  await expect(openFolder(within)).rejects.toThrow(
    new RegExp(`^FILES_DIR cannot be used: ENOTDIR: .*'${within}'$`),
  );
  await mkdir(join(folder, 'there'));
  expect((await openFolder(join(folder, 'there'))).name).toBe('folder');
});
