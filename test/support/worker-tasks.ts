/** The worker's tasks without a browser: the test is the service and the tabs. */
import type { Asked } from '../../web/keys/tab.ts';

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

/** A tab that asks for tasks. */
export const asTab = (): Asked => ({ tab: {}, progress() {}, signal: new AbortController().signal });

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
  return { otherWorker: new OwnChannel('vault-keys') };
}
