/** How much the plan still holds. */
import { Trans } from '@lingui/react/macro';
import { encryptedSize } from '../../crypto/index.ts';
import { $api } from '../api/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { useSize } from './sizes.ts';

/** Bytes of files that still fit; null while that is unknown. */
export function useRoom(): number | null {
  const { data } = $api.useQuery('get', '/billing/status');
  return data ? Math.max(0, data.limits.fileBytes - data.usage.fileBytes) : null;
}

/** The room that files need once they are encrypted. */
export const roomFor = (files: readonly Blob[]): number =>
  files.reduce((sum, { size }) => sum + encryptedSize(size), 0);

/** Says how much room there is, and refuses what doesn't fit before anything is sent. */
export function Room({ needed = 0 }: { needed?: number }) {
  const size = useSize();
  const room = useRoom();
  if (room === null) return null;
  const left = size(room);
  if (needed <= room) {
    return (
      <p className="quiet">
        <Trans>Your plan has room for another {left} of files.</Trans>
      </p>
    );
  }
  return (
    <Notice look="problem" announced>
      <Trans>
        These files take {size(needed)}, but your plan only has room for another {left}. Nothing has been
        sent.
      </Trans>{' '}
      {/* Files that don't fit may be only in this tab, and paying leads to another site. */}
      <a href="/account/plan" target="_blank" rel="noopener">
        <Trans>Show the plans</Trans>
      </a>
    </Notice>
  );
}
