import { Trans } from '@lingui/react/macro';
import type { Content } from '../../crypto/index.ts';
import { Notice } from '../ui/notice.tsx';
import { useSize } from '../vault/sizes.ts';

/** What an entry has besides its text. */
export function AttachedFiles({ content: { files = [] } }: { content: Content }) {
  const size = useSize();
  if (files.length === 0) return null;
  return (
    <Notice>
      <p>
        <Trans>These files belong to it. This page can’t open them yet, but our command line can.</Trans>
      </p>
      <ul>
        {files.map(({ id, name, size: bytes }) => (
          <li key={id}>
            {name} <span className="quiet">{size(bytes)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
