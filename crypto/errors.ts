/** Everything that can be refused here, as a closed list. */

const SENTENCES = {
  locked: 'The vault is locked',
  wrong_password: 'The password does not open this vault',
  wrong_recovery_code: 'The recovery code does not open this vault',
  recovery_code_replaced:
    'The recovery code opens only an older copy of the keys: a newer copy has another code',
  nothing_to_recover: 'There is no key bundle that a recovery code could open',
  needs_recovery_code: 'The password was reset, so the vault needs the recovery code',
  code_mistyped: 'The code has a typing mistake: please compare it with the printed page',
  code_of_other_kind: 'This is a different code: please take the other printed page',
  kdf_too_weak: 'The service asks us to protect the password less than we accept',
  kdf_too_costly: 'The service asks for more work or memory than we allow',
  format_unknown: 'This was written by a newer version of the client',
  bundle_damaged: 'The key bundle is damaged',
  bundle_rolled_back: 'The service returned an older key bundle than this device has seen',
  keys_superseded: 'These keys are from before a change of the password, and can no longer be put back',
  wrong_passkey: 'This passkey does not open the vault',
  entry_refused: 'The entry is missing, was changed, or belongs somewhere else',
  entry_forged: 'The owner did not sign this entry',
  content_unreadable: 'This client cannot show what the entry holds',
  file_refused: 'The file is not complete, was changed, or belongs somewhere else',
  key_not_pinned: 'You have not compared the key of this successor yet',
  key_swapped: 'The service names another key for this successor than the one you compared',
  key_unusable: 'Nothing can be sealed to the key of this successor',
  comparison_differs: 'The words differ: someone may have swapped one of the two keys',
  decision_differs: 'The service says something else about your successors than you decided',
  not_sealed_to: 'Nothing was sealed to this successor yet',
  wrong_kit: 'This recovery kit does not open the package',
  package_of_other_owner: 'The package is not from the owner that the kit names',
  package_misaddressed: 'The package is meant for someone else',
  package_forged: 'The owner did not sign this package',
  package_replayed: 'The package was made for another purpose',
  package_rolled_back: 'The service returned an older package than this device has seen',
  share_refused: 'A share does not open',
  share_of_other_seal: 'A share belongs to another owner or to an earlier seal',
  share_forged: 'The owner did not sign a share',
  quorum_missing: 'There are not enough shares yet',
  list_rolled_back:
    'The service returned no list of what was left, or an older one than this device has seen',
  entry_rolled_back: 'The service returned an older text of this entry than this client knows of',
  list_refused: 'The list of what was left was changed, or belongs somewhere else',
  list_forged: 'The owner did not sign this list of what was left',
  envelope_missing: 'There is no envelope for this entry',
  envelope_refused: 'The envelope was changed, or belongs somewhere else',
} as const;

export type CryptoErrorCode = keyof typeof SENTENCES;

/** How many valid shares there are, how many are needed, and why others are invalid. */
export interface SharesFound {
  readonly have: number;
  readonly need: number;
  readonly bad: readonly CryptoErrorCode[];
}

/** The decision that the service states differently from the owner. */
export type DecisionField = 'threshold' | 'leaves' | 'restricted' | 'entries' | 'name';

/** A refusal. Programs tell refusals apart by `code`; the message is for people. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';
  readonly code: CryptoErrorCode;
  /** Only with `quorum_missing`. */
  readonly shares: SharesFound | undefined;
  /** Where one of many entries was refused: which one. */
  readonly entryId: string | undefined;

  /** Only with `decision_differs`. */
  readonly what: DecisionField | undefined;
  /** With `decision_differs`: whom it is about, unless it is the threshold. With refusals of a key: whose key it is. */
  readonly successorId: string | undefined;

  constructor(
    code: CryptoErrorCode,
    about: Partial<Pick<CryptoError, 'shares' | 'entryId' | 'what' | 'successorId'>> = {},
  ) {
    super(SENTENCES[code]);
    this.code = code;
    this.shares = about.shares;
    this.entryId = about.entryId;
    this.what = about.what;
    this.successorId = about.successorId;
  }
}
