/** New keys for the whole vault, and what was sealed under them, in one request: all or nothing. */
import { type Api, answered } from './api.ts';
import { sendLines } from './ndjson.ts';
import { isProblem } from './problem.ts';

/** Sends a rotation or a seal. @throws Problem such as `confirmation_required`, `version_conflict` */
export async function sendRotation(api: Api, lines: AsyncIterable<string> | Iterable<string> | Blob) {
  await answered(sendLines(api, lines, (init) => api.POST('/vault/rotate', init)));
}

/**
 * Asks whether a rotation would be accepted now. Otherwise the owner might be asked for the password halfway through
 * the work, or a large body might be sent in vain.
 *
 * @throws Problem such as `confirmation_required`
 */
export async function mayRotate(api: Api): Promise<void> {
  try {
    await sendRotation(api, new Blob([]));
  } catch (error) {
    // A rotation without lines changes nothing, and gets this refusal only once it has passed all other checks.
    if (!isProblem(error, 'validation_failed')) throw error;
  }
}
