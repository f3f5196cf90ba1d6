import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';

/** Nobody may take a rehearsal for the real thing. */
export const RehearsalMark = ({ ownerName }: { ownerName: string }) => (
  <Notice title={<Trans>This is a rehearsal</Trans>}>
    <p>
      <Trans>Nothing has happened to {ownerName}. What you open here is a sample.</Trans>
    </p>
  </Notice>
);
