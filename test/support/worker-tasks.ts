/** The worker's tasks without a browser: the test plays the service and the tabs. */
import type { TaskContext } from '../../web/keys/tab.ts';

interface TemporalRequest {
  method: string;
  /** Below `/api/v1`. */
  path: string;
  /** Null unless it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
}

/** The body of a 200, or a whole response. */
export type Answers = (taskRequest: TemporalRequest) => unknown;

const ORIGIN = 'https://vault.example';

/** Browsers know where a page is, and Node does not. */
class OwnRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
  }
}

/** A channel as workers and pages share it, but only in this process, which would otherwise wait for messages for ever. */
class OwnChannel {
  static all: OwnChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    OwnChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of OwnChannel.all) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
}

/** What the private file system of the browser can do now. */
export const disk = {
  /** False as in older browsers. */
  canWrite: true,
  isFull: false,
  /** How many of the next reads fail, as after the device has slept. */
  failingReads: 0,
};

/** A folder as the private file system of a browser has it, but in memory. */
class OwnFolder {
  readonly kind = 'directory';
  readonly #folders = new Map<string, OwnFolder>();
  readonly #files = new Map<string, File>();

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<OwnFolder> {
    if (!create && !this.#folders.has(name)) throw new DOMException('', 'NotFoundError');
    const folder = this.#folders.get(name) ?? new OwnFolder();
    this.#folders.set(name, folder);
    return folder;
  }

  async getFileHandle(name: string, { create = false } = {}) {
    if (!this.#files.has(name)) {
      if (!create) throw new DOMException('', 'NotFoundError');
      this.#write(name, []);
    }
    const createWritable = async () => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      return new WritableStream<Uint8Array<ArrayBuffer>>({
        write(chunk) {
          if (disk.isFull) throw new DOMException('', 'QuotaExceededError');
          // The writer uses its buffers again.
          chunks.push(chunk.slice());
        },
        close: () => this.#write(name, chunks),
      });
    };
    return {
      kind: 'file',
      name,
      getFile: async () => {
        disk.failingReads -= 1;
        if (disk.failingReads >= 0) throw new DOMException('', 'UnknownError');
        return this.#files.get(name)!;
      },
      ...(disk.canWrite && { createWritable }),
    };
  }

  #write(name: string, chunks: Uint8Array<ArrayBuffer>[]): void {
    this.#files.set(name, new File(chunks, name));
  }

  async removeEntry(name: string): Promise<void> {
    this.#folders.delete(name);
    this.#files.delete(name);
  }

  async *values() {
    yield* [...this.#folders.keys()].map((name) => ({ kind: 'directory', name }));
    for (const name of this.#files.keys()) yield await this.getFileHandle(name);
  }
}

/** A tab that asks for tasks. */
export const asTab = (): TaskContext => ({ tab: {}, progress() {}, signal: new AbortController().signal });

/** An answer that refuses. */
export const refusal = (status: number, code: string): Response =>
  Response.json({ code, status }, { status });

/** Everything that was sent, to look for what must not be among it. */
export const sent: TemporalRequest[] = [];

let answering: Answers = () => refusal(404, 'not_found');

/** The function that answers now. */
export const answers = (): Answers => answering;

/** Answers with this function from now on. */
export function answerWith(next: Answers): void {
  answering = next;
}

/** To be called once in a file, before any module of web/keys is imported. */
export function asWorker(): { otherWorker: OwnChannel; privateFiles: OwnFolder } {
  Object.assign(globalThis, {
    BroadcastChannel: OwnChannel,
    Request: OwnRequest,
    // Nothing tells these tests that the connection is back.
    addEventListener() {},
    removeEventListener() {},
    async fetch(request: Request) {
      const { method, url } = request;
      const text = await request.text();
      const taskRequest = {
        method,
        path: url.replace(`${ORIGIN}/api/v1`, ''),
        body: request.headers.get('content-type') === 'application/json' ? JSON.parse(text) : null,
      };
      sent.push(taskRequest);
      const answer = await answering(taskRequest);
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  const privateFiles = new OwnFolder();
  Object.assign(navigator, { storage: { getDirectory: async () => privateFiles } });
  return { otherWorker: new OwnChannel('vault-keys'), privateFiles };
}
