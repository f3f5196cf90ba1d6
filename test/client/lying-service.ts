/** A service that stores what a client sends, and answers as its attacker wants: with any state that it has ever stored. */
import { type Api, createApi, prepareAccount, register, type User } from '../../client/index.ts';
import { KDF_V1 } from '../../crypto/index.ts';

type Bundle = Record<string, unknown>;

interface State {
  salt: string;
  keyBundle: Bundle;
}

const USER_ID = '0193a5b0-7c00-7000-8000-000000000001';

/** An account, and a client's way to it. */
export class LyingService {
  /** Every state that was stored, oldest first. */
  readonly stored: State[] = [];
  /** What it says is the present one. */
  present: State | null = null;
  /** What it says is the archive, newest first. */
  archive: State[] = [];
  version = 0;
  /** Whether the password was shown lately in the session. */
  isConfirmed = true;
  /** Every body that it got, as text. */
  readonly received: string[] = [];
  readonly api: Api = createApi({
    origin: 'https://vault.example',
    send: async (request) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      this.received.push(text);
      const [status, body] = this.#answer(
        `${request.method} ${pathname.replace('/api/v1', '')}`,
        text === '' ? {} : JSON.parse(text),
      );
      return Response.json(body, { status });
    },
  });

  readonly userId = USER_ID;
  readonly email: string;

  constructor(email: string) {
    this.email = email;
  }

  get #user(): User {
    const { salt, keyBundle } = this.isConfirmed ? this.present! : { salt: '', keyBundle: null };
    return {
      id: USER_ID,
      email: this.email,
      salt,
      keyBundle,
      keyBundleVersion: this.version,
    } as unknown as User;
  }

  #store(state: State): void {
    if (this.present) this.archive.unshift(this.present);
    this.present = state;
    this.stored.push(state);
    this.version += 1;
  }

  #answer(what: string, body: Record<string, unknown>): [number, unknown] {
    const { salt = this.present?.salt, keyBundle, keyBundleVersion = this.version } = body;
    switch (what) {
      case 'POST /auth/kdf':
        return [200, { kdf: KDF_V1, current: KDF_V1 }];
      case 'GET /auth/profile':
      case 'POST /auth/login':
        return [200, { user: this.#user }];
      case 'POST /auth/keys':
        return [200, { ...this.present!, keyBundleVersion: this.version }];
      case 'GET /auth/key-bundles':
        if (!this.isConfirmed) return [403, { code: 'confirmation_required', status: 403 }];
        return [
          200,
          { keyBundles: this.archive.map((each) => ({ ...each, fromReset: false })), nextCursor: null },
        ];
      case 'POST /auth/register':
      case 'PUT /auth/profile':
      case 'PUT /auth/change-password':
        if (keyBundleVersion !== this.version) return [409, { code: 'version_conflict', status: 409 }];
        this.#store({ salt, keyBundle } as State);
        return [200, { user: this.#user, message: '' }];
      default:
        return [404, { code: 'not_found', status: 404 }];
    }
  }

  /** Another one with the same account, as it was opened. */
  copy(): LyingService {
    const other = new LyingService(this.email);
    other.#store(this.stored[0]!);
    return other;
  }

  /** Answers with the state as it was stored then, and with nothing newer. */
  rollBack(to: number): void {
    this.present = this.stored[to]!;
    this.archive = this.stored.slice(0, to).toReversed();
    this.version += 1;
  }

  /** Changes the present bundle as it likes. */
  splice(change: (bundle: Bundle) => Bundle): void {
    this.present = { ...this.present!, keyBundle: change(this.present!.keyBundle) };
    this.version += 1;
  }
}

/** An account with it. */
export async function openLyingAccount(
  password: string,
): Promise<{ service: LyingService; recoveryCode: string }> {
  const service = new LyingService('ada@example.org');
  const { email } = service;
  const { recoveryCode, registration } = await prepareAccount(service.api, { name: 'Ada', email, password });
  await register(service.api, registration);
  return { service, recoveryCode };
}
