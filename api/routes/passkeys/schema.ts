import { z } from 'zod';
import { id, message, moment, name } from '../../http/schemas.ts';

/** As WebAuthn writes bytes in JSON. */
const base64url = (most: number, example: string) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url without padding')
    .meta({ examples: [example] });

const credentialId = base64url(1_364, 'Xk3mB0vY2cQzqv8mJ4pD1w').describe(
  "The authenticator's name for the passkey, base64url.",
);
const bytes = (most: number) => base64url(most, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0');
const publicKeyType = z.literal('public-key').describe('The only type that WebAuthn has.');
const transports = z
  .array(z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be a name like internal or hybrid'))
  .max(10)
  .meta({ examples: [['internal', 'hybrid']] })
  .describe('How browsers reach the authenticator.');
const clientDataJSON = bytes(4_096).describe('What the browser says about the request.');
const challenge = bytes(128).describe('Valid once, for five minutes.');
const timeout = z
  .int()
  .meta({ examples: [300_000] })
  .describe('Milliseconds.');
const rpId = z
  .string()
  .meta({ examples: ['vault.example.com'] })
  .describe('The host that the passkeys belong to.');
const userVerification = z
  .literal('required')
  .describe('The authenticator asks for a fingerprint, a face or a PIN.');

/** What both kinds of response have in common. */
const credential = {
  id: credentialId,
  rawId: credentialId.describe('The same as `id`.'),
  type: publicKeyType,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().describe('Ignored.'),
  /**
   * The results of extensions are for the client. Those of `prf` may open the vault, so we must never be given them: a
   * response that contains them is refused.
   */
  clientExtensionResults: z
    .strictObject({
      credProps: z
        .strictObject({ rk: z.boolean().optional().describe('Ignored.') })
        .optional()
        .describe('Ignored.'),
    })
    .optional()
    .meta({ examples: [{}] })
    .describe('Ignored. Never send the results of `prf`: a response that contains them is refused.'),
};

const CredentialReference = z.strictObject({ id: credentialId, type: publicKeyType, transports });

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const RequestOptions = z.strictObject({
  options: z
    .strictObject({
      challenge,
      rpId,
      timeout,
      userVerification,
      allowCredentials: z
        .array(CredentialReference)
        .describe(
          'The passkeys to choose from. If there are none, the authenticator offers those that it has.',
        ),
    })
    .describe('For `navigator.credentials.get()`: PublicKeyCredentialRequestOptionsJSON.'),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const CreationOptions = z.strictObject({
  options: z
    .strictObject({
      rp: z
        .strictObject({ id: rpId, name: z.string().describe('The name of the service.') })
        .describe('The service.'),
      user: z
        .strictObject({
          id: base64url(128, 'AZqryeAAcACAAAAAAAAAAA').describe(
            'The ID of the account, as base64url of its 16 bytes.',
          ),
          name: z.string().describe('The address of the account.'),
          displayName: z.string().describe('The name of the owner.'),
        })
        .describe('The account.'),
      challenge,
      pubKeyCredParams: z
        .array(
          z.strictObject({
            alg: z
              .int()
              .meta({ examples: [-7] })
              .describe('A COSE algorithm.'),
            type: publicKeyType,
          }),
        )
        .describe('The signatures that we accept.'),
      timeout,
      attestation: z.literal('none').describe("We don't ask which kind of authenticator it is."),
      excludeCredentials: z.array(CredentialReference).describe('The passkeys that the account already has.'),
      authenticatorSelection: z
        .strictObject({
          residentKey: z
            .literal('required')
            .describe('The authenticator can offer it without being told its ID.'),
          requireResidentKey: z.literal(true).describe('The same, for older browsers.'),
          userVerification,
        })
        .describe('What the authenticator must be able to do.'),
    })
    .describe('For `navigator.credentials.create()`: PublicKeyCredentialCreationOptionsJSON.'),
});

/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyBody = z.strictObject({
  credential: z
    .strictObject({
      ...credential,
      response: z
        .strictObject({
          clientDataJSON,
          authenticatorData: bytes(4_096).describe('What the authenticator says about the request.'),
          signature: bytes(8_192).describe('The signature over both.'),
          userHandle: base64url(128, 'AZqryeAAcACAAAAAAAAAAA')
            .optional()
            .describe('The account that the passkey is for. A log-in needs it.'),
        })
        .describe('The signature, and what was signed.'),
    })
    .describe('What `navigator.credentials.get()` returned: AuthenticationResponseJSON.'),
});

/** `RegistrationResponseJSON` of WebAuthn. */
export const AddPasskeyBody = z.strictObject({
  name: name.describe('A name by which the owner recognises the passkey.'),
  credential: z
    .strictObject({
      ...credential,
      response: z
        .strictObject({
          clientDataJSON,
          attestationObject: bytes(32_768).describe('The new key, and what the authenticator says about it.'),
          transports: transports.optional(),
          authenticatorData: bytes(16_384).optional().describe('Ignored.'),
          publicKey: bytes(16_384).optional().describe('Ignored.'),
          publicKeyAlgorithm: z.int().optional().describe('Ignored.'),
        })
        .describe('The new passkey.'),
    })
    .describe('What `navigator.credentials.create()` returned: RegistrationResponseJSON.'),
});

export const PasskeyParams = z.strictObject({ passkeyId: id.describe('The ID of the passkey.') });

export const PasskeyName = z.strictObject({ name: name.describe('The new name.') });

export const Passkey = z.strictObject({
  id,
  credentialId,
  name: z
    .string()
    .meta({ examples: ['Phone'] })
    .describe('The name that the owner gave it.'),
  isSynced: z.boolean().describe('Whether the authenticator keeps copies of it on other devices.'),
  createdAt: moment.describe('When it was added.'),
  lastUsedAt: moment.nullable().describe('When it was last used to log in or to confirm; null if never.'),
});

export const PasskeyChanged = z.strictObject({
  message,
  passkey: Passkey.describe('The passkey as it is now.'),
});

export const PasskeyList = z.strictObject({
  passkeys: z.array(Passkey).describe('The passkeys of the account, oldest first.'),
});
