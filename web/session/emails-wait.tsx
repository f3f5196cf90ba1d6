/** Why an email may take longer: the worker that sends it isn't running, as while a new service is being set up. */
import { Plural, Trans } from '@lingui/react/macro';
import { AS_VISITOR } from '../../client/api.ts';
import { $api } from '../api/queries.ts';
import { Notice } from '../ui/notice.tsx';

const ASK_AGAIN_MS = 5_000;
const MINUTE_MS = 60_000;

/** Says that emails wait, and for how long the first of them has. Disappears once they are sent. */
export function EmailsWait() {
  const { data } = $api.useQuery('get', '/health', AS_VISITOR, {
    refetchInterval: ({ state }) => (state.data?.checks.queues.status === 'degraded' ? ASK_AGAIN_MS : false),
  });
  if (data?.checks.queues.status !== 'degraded') return null;
  const minutes = Math.floor((data.checks.queues.outbox?.lagMs ?? 0) / MINUTE_MS);
  return (
    <Notice announced title={<Trans>Emails are waiting</Trans>}>
      <Trans>
        The part of the service that sends them isn’t running at the moment. They’ll be sent automatically as
        soon as it is.
      </Trans>
      {minutes > 0 && (
        <>
          {' '}
          <Plural
            value={minutes}
            one="The first one has been waiting for a minute."
            other="The first one has been waiting for # minutes."
          />
        </>
      )}
    </Notice>
  );
}
