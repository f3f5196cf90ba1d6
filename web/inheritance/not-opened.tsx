import { Plural, Trans } from '@lingui/react/macro';
import type { LeftEntry } from '../../client/inheritance.ts';
import { CryptoError } from '../../crypto/index.ts';
import { useProblem } from '../api/sentences.ts';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';

/** Entries that did not open. Their titles are inside, so their dates are all that we can name. */
export function NotOpened({ entries }: { entries: readonly LeftEntry[] }) {
  const sentence = useProblem();
  if (entries.length === 0) return null;
  return (
    <Notice
      title={
        <Plural
          value={entries.length}
          one="One entry couldn’t be opened"
          other="# entries couldn’t be opened"
        />
      }
    >
      <ul>
        {entries.map(({ id, updatedAt, refused }) => (
          <li key={id}>
            <Trans>
              The entry last changed on <Moment at={updatedAt} as="short moment" />
            </Trans>
            : {refused === 'envelope_missing' ? <NoKey /> : refused && sentence(new CryptoError(refused))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const NoKey = () => <Trans>Its key wasn’t prepared for you.</Trans>;
