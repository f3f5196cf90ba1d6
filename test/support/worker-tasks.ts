/** The worker's tasks without a browser: the test is the service and the tabs. */
import type { TaskContext } from '../../web/keys/tab.ts';

interface TemporalRequest {
  method: string;
  /** Below `/api/v1`. */
  path: string;
  /** Null without one. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
}

/** The body of a 200, or a whole response. */
export type Answers = (asked: TemporalRequest) => unknown;

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

/** A folder as the private file system of a browser has it, but in memory. */
class OwnFolder {
  readonly #folders = new Map<string, OwnFolder>();
  readonly #files = new Map<string, Blob>();

  async getDirectoryHandle(name: string): Promise<OwnFolder> {
    const folder = this.#folders.get(name) ?? new OwnFolder();
    this.#folders.set(name, folder);
    return folder;
  }

  async getFileHandle(name: string, { create = false } = {}) {
    if (!this.#files.has(name)) {
      if (!create) throw new Error(`there is no ${name}`);
      this.#files.set(name, new Blob([]));
    }
    return {
      name,
      getFile: async () => Object.assign(this.#files.get(name) ?? new Blob([]), { lastModified: Date.now() }),
      createWritable: async () => {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        return new WritableStream<Uint8Array<ArrayBuffer>>({
          // The writer uses its buffers again.
          write: (chunk) => void chunks.push(chunk.slice()),
          close: () => void this.#files.set(name, new Blob(chunks)),
        });
      },
    };
  }

  async removeEntry(name: string): Promise<void> {
    this.#folders.delete(name);
    this.#files.delete(name);
  }

  async *values() {
    yield* [...this.#folders.keys()].map((name) => ({ name }));
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

/** Who answers now. */
export const answers = (): Answers => answering;

/** Who answers from now on. */
export function answerWith(next: Answers): void {
  answering = next;
}

/** To be called once in a file, before any module of web/keys is imported. */
export function asWorker(): { otherWorker: OwnChannel } {
  Object.assign(globalThis, {
    BroadcastChannel: OwnChannel,
    Request: OwnRequest,
    // Nothing tells these tests that the connection is back.
    addEventListener() {},
    removeEventListener() {},
    async fetch(request: Request) {
      const { method, url } = request;
      const text = await request.text();
      const asked = {
        method,
        path: url.replace(`${ORIGIN}/api/v1`, ''),
        body: text === '' ? null : JSON.parse(text),
      };
      sent.push(asked);
      const answer = await answering(asked);
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  const privateFiles = new OwnFolder();
  Object.assign(navigator, { storage: { getDirectory: async () => privateFiles } });
  return { otherWorker: new OwnChannel('vault-keys') };
}
