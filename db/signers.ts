/** Everything that is signed with the service's own secret, so that a copy of the database can't make it up. */
import { recordSigner, type SignRecord } from './activity-log.ts';
import { type ChannelSecrets, channelSecrets } from './channel-secrets.ts';
import { type ReturnReferences, returnReferences } from './return-reference.ts';
import type { SecretList } from './secret-list.ts';
import { type TokenSigner, tokenSigner } from './tokens.ts';

export interface Signers {
  signRecord: SignRecord;
  tokenSigner: TokenSigner;
  returnReferences: ReturnReferences;
  /** The codes and secrets of the ways to owners. */
  channelSecrets: ChannelSecrets;
}

/** @param secrets in base64: the one that signs, and those that are still accepted */
export const signersOf = (secrets: SecretList): Signers => ({
  signRecord: recordSigner(secrets[0]),
  tokenSigner: tokenSigner(secrets),
  returnReferences: returnReferences(secrets),
  channelSecrets: channelSecrets(secrets),
});
