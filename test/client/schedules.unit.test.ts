/** Random schedules of two devices, with a service that answers with any state that it has ever stored. */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Owner,
  openOwner,
  openVault,
  prepareRecoveryCode,
  recover,
  type SeenBundles,
  seenInMemory,
  storePassword,
  storeRecoveryCode,
} from '../../client/index.ts';
import { KDF_V1, type LogIn, prepareLogIn } from '../../crypto/index.ts';
import { type LyingService, openLyingAccount } from './lying-service.ts';

const PASSWORDS = ['correct horse', 'battery staple'] as const;
const EMAIL = 'ada@example.org';

/** By its number in `PASSWORDS`. Each costs Argon2id, so they are derived once. */
let logIns: LogIn[];
let start: Awaited<ReturnType<typeof openLyingAccount>>;
beforeAll(async () => {
  start = await openLyingAccount(PASSWORDS[0]);
  logIns = await Promise.all(
    PASSWORDS.map((password) => prepareLogIn({ email: EMAIL, password, kdf: KDF_V1 })),
  );
});

interface Device {
  seen: SeenBundles;
  owner: Owner | null;
}

/** What an owner and their service do, and how far they have come. */
class Schedule {
  readonly service: LyingService;
  readonly devices: Device[] = [0, 1].map(() => ({ seen: seenInMemory(), owner: null }));
  /** What opens each state that was stored: the number of the password, and the recovery code. */
  readonly #opens = new Map<object, { password: number; code: string }>();

  constructor() {
    this.service = start.service.copy();
    this.#stored({ password: 0, code: start.recoveryCode });
  }

  #stored(opens: { password: number; code: string }): void {
    this.#opens.set(this.service.present!, opens);
  }

  /** The owner remembers every password and code. */
  get #present() {
    return this.#opens.get(this.service.present!)!;
  }

  get #api() {
    return this.service.api;
  }

  #device(which: number): Device {
    return this.devices[which]!;
  }

  /** @returns whether the vault is open */
  async open(which: number): Promise<boolean> {
    const device = this.#device(which);
    const before = await device.seen.highest(this.service.userId);
    const { user } = (await this.#api.GET('/auth/profile')).data!;
    const opened = await openVault(this.#api, logIns[this.#present.password]!, user, device.seen);
    device.owner = null;
    if (opened.state !== 'open') return false;
    // Nothing older is taken for the present.
    expect(opened.unlocked.vault.keyBundle.counter).toBeGreaterThanOrEqual(before);
    device.owner = openOwner(this.#api, opened.unlocked, { seen: device.seen });
    return true;
  }

  /** Carries a change out where a vault is open. A lie may make it fail, and then nothing is changed. */
  async #change(which: number, change: (owner: Owner) => Promise<void>): Promise<void> {
    const { owner } = this.#device(which);
    if (!owner) return;
    const stored = this.service.stored.length;
    try {
      await change(owner);
    } catch (error) {
      expect(this.service.stored).toHaveLength(stored);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(locked|version_conflict)$/) });
      this.#device(which).owner = null;
    }
  }

  renewCode(which: number): Promise<void> {
    const { password } = this.#present;
    return this.#change(which, async (owner) => {
      const code = await prepareRecoveryCode(owner);
      await storeRecoveryCode(owner, code);
      this.#stored({ password, code });
    });
  }

  changePassword(which: number, withCode: boolean): Promise<void> {
    const { password: before, code: present } = this.#present;
    return this.#change(which, async (owner) => {
      const code = withCode ? await prepareRecoveryCode(owner) : present;
      const next = { password: PASSWORDS[1 - before]!, ...(withCode ? { recoveryCode: code } : {}) };
      const derived = { logIn: logIns[before]!, current: KDF_V1 };
      await owner.update(await storePassword(this.#api, derived, owner.unlocked(), next));
      this.#stored({ password: 1 - before, code });
    });
  }

  lie(state: number): void {
    this.service.rollBack(state % this.service.stored.length);
  }

  /** In the end the service tells the truth: every device opens the last state, and so does the last code. */
  async settle(): Promise<void> {
    this.service.rollBack(this.service.stored.length - 1);
    const { counter } = this.service.present!.keyBundle;
    for (const which of [0, 1]) {
      expect(await this.open(which)).toBe(true);
      const { owner } = this.#device(which);
      expect(owner?.unlocked().vault.keyBundle.counter).toBe(counter);
    }
    const { password, code } = this.#present;
    await recover(this.#api, logIns[password]!, { recoveryCode: code });
  }
}

const device = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), device }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('renewCode' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('changePassword' as const), device, withCode: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lie' as const), state: fc.nat({ max: 20 }) }) },
);

test('nothing older is taken for the present, nothing is lost, and there is no dead end', async () => {
  let [opened, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const schedule = new Schedule();
      for (const each of steps) {
        if (each.do === 'open') {
          if (await schedule.open(each.device)) opened += 1;
          else refused += 1;
        } else if (each.do === 'renewCode') await schedule.renewCode(each.device);
        else if (each.do === 'changePassword') await schedule.changePassword(each.device, each.withCode);
        else schedule.lie(each.state);
      }
      await schedule.settle();
    }),
    { numRuns: 200 },
  );
  // The schedules have both.
  expect([opened > 50, refused > 0]).toEqual([true, true]);
}, 600_000);
