import { Trans } from '@lingui/react/macro';
import { $api } from '../api/queries.ts';
import { Moment } from '../ui/moment.tsx';

/** Says which automation gave the last sign of life, if one did. */
export function CheckedInBy({ lastSeenAt }: { lastSeenAt: string }) {
  const { data } = $api.useQuery('get', '/activity', { params: { query: { type: 'check_in', limit: 1 } } });
  const [last] = data?.activity ?? [];
  if (last?.at !== lastSeenAt || typeof last.detail.automation !== 'string') return null;
  const name = last.detail.automation;
  return (
    <p className="quiet">
      <Trans>
        The automation “{name}” checked in for you: <Moment at={last.at} as="short moment" />
      </Trans>
    </p>
  );
}
