import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { MOST_FILE_BYTES } from './file-bytes.ts';
import { useSize } from './sizes.ts';

/** Says so before any text is lost. */
export function TooLarge({ file }: { file: File }) {
  const size = useSize();
  return (
    <Notice look="problem" announced>
      <p>
        <Trans>
          “{file.name}” has {size(file.size)}, but an entry can hold only {size(MOST_FILE_BYTES)}. Make it
          smaller, or keep it elsewhere and write down here where it is.
        </Trans>
      </p>
    </Notice>
  );
}
