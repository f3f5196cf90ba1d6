import { invalid } from '../../http/errors.ts';

/** An ETag of an entry. A proxy that compresses responses, such as Caddy, adds the encoding to it: `"3-gzip"`. */
const ENTRY_TAG = /^"(\d{1,10})(?:-(?:gzip|zstd|br))?"$/;

/** The largest integer of PostgreSQL. */
const MOST_VERSION = 2_147_483_647;

/**
 * The version a change is based on, from `If-Match` (RFC 9110, 13.1.1) or the body.
 *
 * @returns undefined if the client named none: then the current content is replaced
 * @throws Problem `validation_failed` if the header is not a version, or contradicts the body
 */
export function expectedVersion(header: string, version: number | undefined): number | undefined {
  const refuse = (message: string): never => {
    throw invalid([{ path: 'headers.if-match', message }], 'Fix the version and send the request again.');
  };
  const text = header.trim();
  if (text === '' || text === '*') return version;
  const named = Number(text.match(ENTRY_TAG)?.[1] ?? Number.NaN);
  if (!(named <= MOST_VERSION)) refuse('must be an ETag from this service, such as "3"');
  if (version !== undefined && version !== named) refuse('names a different version than the body');
  return named;
}
