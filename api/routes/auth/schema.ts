import { z } from 'zod';
import { DEFAULT_LOCALE } from '../../../db/locale.ts';
import { planName } from '../../billing/plans.ts';
import { putBody } from '../../http/input.ts';
import {
  base64,
  email,
  extensibleEnum,
  id,
  language,
  linkToken,
  message,
  moment,
  name,
  nextCursor,
  paging,
  timeZone,
} from '../../http/schemas.ts';
import { ChangedEntry, entryId } from '../vault/schema.ts';

const KEY_BUNDLE_BYTES = 40 * 1024;

const BOX = {
  iv: 'gkX3Jt0Uo1bZq5rC',
  data: 'Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6',
};
export const KEY_BUNDLE_EXAMPLE = {
  version: 2,
  userId: '0193a5b0-7c00-7000-8000-000000000001',
  counter: 1_764_000_000_000,
  kdf: { version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 },
  vaultKey: { password: BOX, recovery: BOX, recoveryKey: BOX, passkeys: [] },
  previous: [],
  signing: { publicKey: 'eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=', seed: BOX, former: [] },
  successors: BOX,
  proofKey: 'Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=',
  mac: 'NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4=',
};

/** The authentication key that the client derived. The server treats it as an opaque string. */
const password = z.string().min(1).max(1024);

/** More than any key bundle needs, and shallow enough for recursive code. */
const KEY_BUNDLE_DEPTH = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));
/** The client's key derivation salt. */
const salt = base64(16, 64);

/** Opaque: the client's wrapped vault key and its parameters. Returned unchanged. */
export const keyBundle = z
  .record(z.string(), z.unknown())
  .meta({
    examples: [KEY_BUNDLE_EXAMPLE],
    override: { additionalProperties: true },
  })
  .describe(
    "Opaque to the server and returned unchanged, up to 40 KiB: the client's wrapped vault key and its " +
      'key derivation parameters.',
  )
  .refine((bundle) => !isDeeper(bundle, KEY_BUNDLE_DEPTH), {
    error: `must be nested at most ${KEY_BUNDLE_DEPTH} deep`,
    abort: true,
  })
  .refine(
    (bundle) => Buffer.byteLength(JSON.stringify(bundle)) <= KEY_BUNDLE_BYTES,
    `must be at most ${KEY_BUNDLE_BYTES} bytes of JSON`,
  );

const keyBundleOrNull = keyBundle.nullable().meta({
  // Written out: as a reference to an object or null, a client in Rust could not read the null.
  override: ({ jsonSchema }) => {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: ['object', 'null'], additionalProperties: true });
  },
});

/** How a new password was derived. The handler knows which versions there are. */
const kdfVersion = z
  .int()
  .min(1)
  .max(1_000)
  .describe(
    'The version of the key derivation (`POST /auth/kdf`) that the new password was derived with; 1 if ' +
      "omitted. Never lower than the account's; a new account has the newest.",
  );

const keyBundleVersion = z
  .int()
  .min(1)
  .max(2_147_483_646)
  .meta({ examples: [4] });

export const UserBody = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  twoFactorEnabled: z.boolean().describe('Whether logging in also needs a code from an authenticator app.'),
  salt: z.string().describe("Base64; the client's key derivation salt."),
  kdfVersion: z
    .int()
    .meta({ examples: [1] })
    .describe('How the password was derived: see `POST /auth/kdf`.'),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  plan: planName,
  language,
  timeZone,
  keyBundle: keyBundleOrNull.describe(
    'Null if the account has none, and null unless the session is confirmed: see `POST /auth/keys`.',
  ),
  keyBundleVersion: keyBundleVersion.describe(
    'Counts every change of the key bundle, the salt or the address. Send it with the next bundle, and one ' +
      'that was stored in between is not lost.',
  ),
  createdAt: moment,
  lastSeenAt: moment.describe('The last sign of life.'),
});

/** The version that a new bundle replaces. */
export const basedOn = keyBundleVersion
  .optional()
  .describe(
    'The `keyBundleVersion` that the new bundle is based on. If the account has another one by now, the request ' +
      'is refused with `version_conflict`, and nothing changes.',
  );

export const RegisterBody = z.strictObject({
  email,
  name,
  password,
  salt,
  kdfVersion: kdfVersion.default(1),
  keyBundle: keyBundle.optional(),
  language: language.default(DEFAULT_LOCALE.language),
  timeZone: timeZone.default(DEFAULT_LOCALE.timeZone),
  invitation: z
    .string()
    .max(200)
    .optional()
    .describe('The token of an invitation, where accounts are by invitation only (`GET /site`).'),
});

export const EmailBody = z.strictObject({ email });

export const KeyDerivation = z
  .strictObject({
    version: z.int().describe('Its parameters never change.'),
    name: extensibleEnum(['argon2id']).describe('Argon2id, version 1.3 (RFC 9106).'),
    memoryKiB: z.int().describe('The memory, in KiB.'),
    passes: z.int().describe('How many passes over the memory.'),
    parallelism: z.int().describe('How many lanes.'),
  })
  .meta({ examples: [{ version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 }] });

export const KdfAnswer = z.strictObject({
  kdf: KeyDerivation.describe("How the account's password was derived."),
  current: KeyDerivation.describe('How to derive a new password.'),
});

export const LoginBody = z.strictObject({
  email,
  password,
  twoFactorCode: z.string().max(20).optional(),
  recoveryCode: z.string().max(100).optional(),
  session: z
    .enum(['app', 'bearer'])
    .optional()
    .describe(
      'Omit it for a browser, which gets cookies. `app` is an app that a person uses; `bearer` is a ' +
        'program. Both get their tokens in the body and no cookie.',
    ),
  deviceToken: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The token from this app's or program's last log-in. With it, strangers who guess at the password cannot " +
        'lock the app or program out.',
    ),
});
export type LoginBody = z.output<typeof LoginBody>;

/** Only with `"session": "app"` or `"bearer"`. */
const bearerTokens = {
  accessToken: z
    .string()
    .optional()
    .describe('A JWT for `Authorization: Bearer`. Absent for a browser session.'),
  refreshToken: z.string().optional().describe('Valid for one refresh. Absent for a browser session.'),
  expiresIn: z
    .number()
    .int()
    .optional()
    .describe('Seconds until the access token expires. Absent for a browser session.'),
};

export const LoggedIn = z.strictObject({
  message,
  user: UserBody,
  ...bearerTokens,
  deviceToken: z
    .string()
    .optional()
    .describe('Only for an app or a program: send it with the next log-in. Useless without the password.'),
});

export const RefreshBody = z.strictObject({ refreshToken: z.string().min(1).max(200).optional() }).optional();

export const Refreshed = z.strictObject({ message, ...bearerTokens });

export const ProfileBody = putBody(UserBody, {
  name: name.optional(),
  language: language.optional(),
  timeZone: timeZone.optional(),
  keyBundle: keyBundle.optional(),
  keyBundleVersion: basedOn,
  email: email.optional(),
  currentPassword: password.optional(),
  newPassword: password.optional(),
  salt: salt.optional(),
  kdfVersion: kdfVersion.optional(),
});
export type ProfileBody = z.output<typeof ProfileBody>;

export const Profile = z.strictObject({ user: UserBody });

export const ProfileChanged = z.strictObject({ message, user: UserBody });

export const DeleteAccountBody = z.strictObject({ password });

export const ResetPasswordBody = z.strictObject({
  token: linkToken,
  password,
  salt,
  kdfVersion: kdfVersion.default(1),
  keyBundle: keyBundle.optional(),
  email: email
    .optional()
    .describe(
      "The address the new password was derived with. Any other address than the account's is refused, " +
        'because nobody could log in with it.',
    ),
});
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>;

/** How many entries one change of password may re-key, and how large its body may be: as much as an import. */
export const MOST_ENTRIES = 5_000;
export const REKEY_BODY_LIMIT = 32 * 1024 * 1024;

export const RekeyedEntry = z.strictObject({
  id: entryId,
  ...ChangedEntry.pick({ encryptedData: true, iv: true, salt: true, algorithm: true }).shape,
});

/** A change of password without its entries, which are read as they arrive. */
export const ChangePasswordRest = z.strictObject({
  currentPassword: password,
  newPassword: password,
  salt,
  kdfVersion: kdfVersion.default(1),
  keyBundle: keyBundle.optional(),
  keyBundleVersion: basedOn,
});

export const ChangePasswordBody = z.strictObject({
  ...ChangePasswordRest.shape,
  entries: z
    .array(RekeyedEntry)
    .max(MOST_ENTRIES)
    .optional()
    .describe(
      "Entries encrypted under their new keys; all must be the owner's. Entries that are omitted stay as " +
        'they are.',
    ),
});

export const KeyBundlesQuery = z.strictObject(paging);

export const ArchivedKeyBundle = z.strictObject({
  id,
  keyBundle,
  salt: z.string().describe('The salt at that time.'),
  email: z.string().describe('The address at that time, from which the keys were also derived.'),
  replacedAt: moment.describe('When it was replaced.'),
  reason: extensibleEnum(['replaced', 'reset']).describe(
    'How it was replaced: by a reset by email (`reset`), or by a request in a session.',
  ),
  fromReset: z
    .boolean()
    .describe(
      'Whether a reset by email had stored it, for which access to the mailbox was enough, or replaced it after 50 ' +
        'others on the same day.',
    ),
});

export type ArchivedKeyBundle = z.output<typeof ArchivedKeyBundle>;

export const ArchivedKeyBundles = z.strictObject({
  keyBundles: z
    .array(ArchivedKeyBundle)
    .describe('The replaced bundles, newest first; after them those with `fromReset`.'),
  nextCursor,
});

export const PasswordBody = z.strictObject({ password });

export const Keys = z.strictObject({
  salt: z.string().describe("Base64; the client's key derivation salt."),
  keyBundle: keyBundleOrNull.describe('Null if the account has none.'),
  keyBundleVersion: keyBundleVersion.describe('Send it with the next bundle, as in the profile.'),
});

export const TwoFactorSetup = z.strictObject({
  secret: z.string().describe('Base32, for apps that cannot scan.'),
  otpauthUrl: z.string(),
  qrCodeDataUrl: z.string().describe('A PNG as a data: URL.'),
});

/** Six digits, as the app shows them. */
const totp = z
  .string()
  .regex(/^[0-9]{3} ?[0-9]{3}$/, 'must be six digits')
  .meta({ examples: ['492039'] })
  .describe('The six digits shown by the authenticator app.');

/** Either of them. An empty one is treated as absent. */
const secondFactor = {
  token: z
    .string()
    .regex(/^([0-9]{3} ?[0-9]{3})?$/, 'must be six digits')
    .meta({ examples: ['492039'] })
    .describe('The six digits shown by the authenticator app. If empty, it counts as absent.')
    .optional(),
  recoveryCode: z.string().max(100).optional(),
};

export const TokenBody = z.strictObject({ token: totp });

export const RecoveryCodes = z.strictObject({ message, recoveryCodes: z.array(z.string()) });

/** With two-factor authentication on, also either token or recoveryCode. */
export const ConfirmBody = z
  .strictObject({ password, ...secondFactor })
  .refine((body) => !body.token || !body.recoveryCode, {
    path: ['token'],
    message: 'send either token or recoveryCode',
  });

export const Confirmed = z.strictObject({
  message,
  confirmedUntil: moment.describe('When the confirmation of the session ends.'),
});

export const DisableTwoFactorBody = z
  .strictObject({ password, ...secondFactor })
  .superRefine((body, context) => {
    if (!body.token === !body.recoveryCode)
      context.addIssue({ code: 'custom', path: ['token'], message: 'send either token or recoveryCode' });
  });

export const RenewCodesBody = z.strictObject({ password, token: totp });

export const RemovalToken = z.strictObject({ token: linkToken });

export const RemovalProof = z.strictObject({
  token: linkToken,
  signature: base64(64, 64).describe('Ed25519, over `second-factor-removal-v2` and the token.'),
});

const removableAt = moment
  .nullable()
  .describe('When the second factor can be removed; null if its removal was not requested, or is done.');

const box = z
  .strictObject({
    iv: z.string().describe('12 bytes in base64.'),
    data: z.string().describe('Ciphertext and tag in base64.'),
  })
  .describe('A box of a key bundle: AES-256-GCM.');

export const RemovalKeys = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        vaultKey: z
          .strictObject({
            recovery: box.describe('Root secret and vault key, sealed under the recovery code.'),
          })
          .describe('How the recovery code opens the vault key.'),
        proofKey: z.string().describe('The public key of the proof: Ed25519, 32 bytes in base64.'),
      }),
    )
    .describe('One for each key bundle, newest first.'),
  removableAt,
});

export const RemovalState = z.strictObject({
  removed: z.boolean().describe('Whether it is removed now.'),
  removableAt,
});
