import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { useSize } from './sizes.ts';

/** The largest file that the service accepts, encrypted: 2 GiB. */
export const MOST_ATTACHED_BYTES = 2_146_000_000;

/** Says so before anything is sent. */
export function TooLarge({ file, most = MOST_ATTACHED_BYTES }: { file: File; most?: number }) {
  const size = useSize();
  return (
    <Notice look="problem" announced>
      <Trans>
        “{file.name}” has {size(file.size)}, but a file can have only {size(most)}. Make it smaller, or keep
        it elsewhere and write down here where it is.
      </Trans>
    </Notice>
  );
}
