import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';

/** Marks a page as a rehearsal, so that nobody mistakes it for a handover. */
export const RehearsalMark = ({ ownerName }: { ownerName: string }) => (
  <Notice title={<Trans>This is a rehearsal</Trans>}>
    <Trans>Nothing has happened to {ownerName}. What you open here is a sample.</Trans>
  </Notice>
);
