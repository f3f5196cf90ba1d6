import { z } from 'zod';
import { base64, email, id, message, moment, name } from '../../schemas.ts';

const KEY_BUNDLE_BYTES = 16 * 1024;

/** The authentication key that the client derived; to the server a string like any other. */
const password = z.string().min(1).max(1024);

/** More than any key bundle needs, and so little that nothing which walks down it runs out of stack. */
const KEY_BUNDLE_DEPTH = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

/** Opaque: the client's wrapped vault key and its parameters. Returned as it was given. */
const keyBundle = z
  .record(z.string(), z.unknown())
  .refine((bundle) => !isDeeper(bundle, KEY_BUNDLE_DEPTH), {
    error: `must be nested at most ${KEY_BUNDLE_DEPTH} deep`,
    abort: true,
  })
  .refine(
    (bundle) => Buffer.byteLength(JSON.stringify(bundle)) <= KEY_BUNDLE_BYTES,
    `must be at most ${KEY_BUNDLE_BYTES} bytes of JSON`,
  );

export const UserBody = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  twoFactorEnabled: z.boolean(),
  /** Base64; the client's key derivation salt. */
  salt: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  plan: z.string(),
  keyBundle: z.record(z.string(), z.unknown()).nullable(),
  createdAt: moment,
  /** The last sign of life. */
  lastSeenAt: moment,
});

export const RegisterBody = z.strictObject({
  email,
  name,
  password,
  salt: base64(16, 64),
  keyBundle: keyBundle.optional(),
});

export const EmailBody = z.strictObject({ email });

export const LoginBody = z.strictObject({
  email,
  password,
  twoFactorCode: z.string().max(20).optional(),
  recoveryCode: z.string().max(100).optional(),
  /** `bearer`: the tokens come in the body and no cookie is set. For programs. */
  session: z.literal('bearer').optional(),
});

/** Only with `"session": "bearer"`. */
const bearerTokens = {
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  /** Seconds until the access token expires. */
  expiresIn: z.number().int().optional(),
};

export const LoggedIn = z.strictObject({ message, user: UserBody, ...bearerTokens });

export const RefreshBody = z.strictObject({ refreshToken: z.string().min(1).max(200).optional() }).optional();

export const Refreshed = z.strictObject({ message, ...bearerTokens });

export const ProfileBody = z.strictObject({ name: name.optional(), keyBundle: keyBundle.optional() });

export const Profile = z.strictObject({ user: UserBody });

export const ProfileChanged = z.strictObject({ message, user: UserBody });

export const DeleteAccountBody = z.strictObject({ password });
