/** What went wrong, in one sentence that says what to do. */
import { changedNothing, Problem } from '../client/index.ts';
import { CryptoError, type CryptoErrorCode } from '../crypto/index.ts';
import { CommandFailure, HalfDone, sentence } from './failure.ts';
import { oneLine } from './printing.ts';
import { Interrupted } from './terminal.ts';

const LOG_IN = 'log in with `vault-handover login`';

/** Where the API's own sentence does not say what to do, or speaks of requests; and for codes of client/. */
const ADVICE: Record<string, string> = {
  unauthenticated: `Your session has ended: ${LOG_IN}`,
  refresh_token_invalid: `Your session has ended: ${LOG_IN}`,
  email_not_verified:
    'This address is not confirmed yet: open the link in the email, or paste it into `vault-handover verify`',
  confirmation_required: `This needs your password once more: ${LOG_IN}`,
  wrong_password: 'That is not the password of this account: try again',
  wrong_two_factor_code: 'That code is wrong or was used already: wait for the next one and try again',
  two_factor_invalid: 'That code is wrong or was used already: wait for the next one and try again',
  version_conflict:
    'Another device changed the vault at the same time, so nothing was changed here: run this again',
  decided_elsewhere:
    'Another device has decided something else about your successors, so nothing was changed here: run this again',
  key_pinned:
    'The owner has already compared your key, so it can no longer be replaced: use the kit that you have',
  access_not_released: 'The vault is not open yet: wait for the email that says so',
  unreachable: 'The response of the service was cut off: run this again',
  address_unproven: `Only the service says that this is your address: ${LOG_IN}, and type your address yourself`,
  successor_id_changed: 'The service gave this successor another ID: remove them, and add them again',
  foreign_owner_key:
    'The service gave this successor a key that is not yours: remove them, and add them again',
  too_many_files: 'An entry has at most 200 files: add another entry for the rest',
  file_too_large: 'A file can have up to 2 GB: split it, or make the video smaller',
  file_not_kept:
    'That file was not sent completely, and this machine does not have the rest: add it again with `vault-handover edit --attach`, and remove what is left of it with --detach',
  file_unfinished:
    'That file was not sent completely: run `vault-handover upload` on the machine where it was added',
  too_few_successors: 'More successors must accept than are able to: choose a lower number with --quorum',
};

/** Such as `5 minutes`. */
export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function adviceOnProblem({ code, status, detail, errors, retryAfter, cause }: Problem): string {
  if (cause instanceof CommandFailure) return cause.message;
  if (status === 429) {
    const wait = retryAfter ? `in ${inWords(retryAfter)}` : 'later';
    // The sentence says when, but maybe in thousands of seconds.
    const what = (detail ?? '').replace(/\s*Try again in [^.]*\.?\s*$/i, '').replace(/\.$/, '');
    return `${what || 'Too many attempts'}: try again ${wait}`;
  }
  if (errors.length > 0) {
    const fields = errors.map(
      ({ path, message }) => `${path.replace(/^(body|query|params)\./, '')} ${message}`,
    );
    return `The service refused this: ${fields.join('; ')}`;
  }
  return ADVICE[code] ?? detail ?? `The service answered ${status}: try again later`;
}

/** Where the cryptography's own sentence does not say what to do. */
const CRYPTO_ADVICE: Partial<Record<CryptoErrorCode, string>> = {
  locked: 'The password was changed on another device: run this again with the new one',
  wrong_password: 'That is not the password of this account: try again',
  wrong_recovery_code: 'That recovery code does not open this vault: use the newest one',
  kdf_too_weak:
    'The service asks to protect your password less than this program accepts: do not log in there, because someone may be intercepting the connection',
  kdf_too_costly:
    'The service asks for more memory or time than this program allows: do not log in there, because someone may be intercepting the connection',
  nothing_to_recover:
    'The service has nothing that your recovery code could open: tell the people who run it, or begin an empty vault with `vault-handover login --start-over`',
  code_mistyped: 'That code has a typing mistake: compare it with the paper and try again',
  code_of_other_kind:
    'That is another kind of code: the recovery code is for your own vault, the code of a kit for what was left to you',
  bundle_damaged:
    'The key bundle is damaged: log in again, and if that does not help, tell the people who run the service',
  bundle_rolled_back:
    'The service has older keys than this machine has seen: `vault-handover login` says what to do',
  keys_superseded:
    'These keys are from before your password was changed, and cannot be put back: use the newest recovery code',
  wrong_passkey: 'This passkey does not open the vault: use the password',
  format_unknown: 'This was written by a newer version of this program: update it',
  key_not_pinned: 'You have not compared the key of this successor: do it with `vault-handover pin`',
  key_unusable: 'Nothing can be sealed to the key of this successor: ask them to make a new kit',
  key_swapped:
    'The service gives a different key for a successor from the one that you compared: seal nothing, and ask them whether they made a new kit',
  file_refused:
    'The file is not what the owner stored, so nothing of it was kept: try again, and if that does not help, tell the people who run the service',
  not_sealed_to: 'Nothing was sealed to this successor: the owner runs `vault-handover seal`',
  wrong_kit: 'This kit does not open what was left to you: use the newest sheet that you printed',
  list_rolled_back:
    'The service has no list of what a successor gets, or an older one than this machine has seen: look at your entries, and if everything is there, sign it again with `vault-handover seal`',
  entry_rolled_back:
    'The service has an older text of this entry than this machine has seen, or than your list for a successor names, so it was not changed: if `vault-handover seal` asks about it, answer there first; otherwise run this again',
  package_rolled_back:
    'The service has an older share than this machine has seen, so it was not passed on: ask the people who run it',
  quorum_missing:
    'Not enough successors have passed on their shares: ask the others to pass on theirs, with the link in any of our emails about this',
};

function adviceOnRefusal({ code, message, shares, entryId }: CryptoError): string {
  if (entryId !== undefined)
    return `${message} (${entryId}): remove it, or leave exactly the others with \`vault-handover assign --only\``;
  const advice = CRYPTO_ADVICE[code];
  const found = shares ? ` (${shares.have} of ${shares.need})` : '';
  return advice ? `${advice}${found}` : `${message}: tell the people who run the service`;
}

/** What to say about an error. Null for an unexpected one. */
export function adviceOn(error: unknown): CommandFailure | null {
  if (error instanceof CommandFailure) return error;
  if (error instanceof CryptoError) return new CommandFailure(adviceOnRefusal(error));
  if (error instanceof Problem) return new CommandFailure(oneLine(adviceOnProblem(error)));
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return new CommandFailure('A file changed while it was read: try again once nothing writes to it');
  return null;
}

/** What to print for an error. An unexpected one keeps its stack, because it is a bug. */
export function printable(error: unknown): string {
  const advice = adviceOn(error);
  if (advice) return sentence(advice);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Whether a step that failed has certainly changed nothing. Ctrl-C and a missing answer end a question that comes before
 * the request.
 */
export const didNothing = (error: unknown): boolean =>
  error instanceof Interrupted || error instanceof CommandFailure || changedNothing(error);

/** @param next what to do about the rest, after what `error` says */
export function halfDone(done: string, error: unknown, next: string): HalfDone {
  const why = error instanceof Interrupted ? '' : `${printable(error)} `;
  return new HalfDone(`${done} ${why}${next}`);
}
