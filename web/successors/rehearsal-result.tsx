import { Trans } from '@lingui/react/macro';
import { Moment } from '../ui/moment.tsx';
import type { Successor } from './succession.ts';

/** The result of the last rehearsal, in a sentence. */
export function RehearsalResult({ rehearsal }: Pick<Successor, 'rehearsal'>) {
  if (!rehearsal) return <Trans>Not rehearsed yet</Trans>;
  const { openedAt, response, respondedAt, mailAcceptedAt, expiresAt } = rehearsal;
  if (openedAt)
    return (
      <Trans>
        Opened the sample on <Moment at={openedAt} as="short moment" />
      </Trans>
    );
  if (response === 'decline')
    return (
      <Trans>
        Declined on <Moment at={respondedAt ?? expiresAt} as="short moment" />
      </Trans>
    );
  if (response === 'owner_alive')
    return (
      <Trans>
        Told us on <Moment at={respondedAt ?? expiresAt} as="short moment" /> that you’re alive
      </Trans>
    );
  if (response === 'accept')
    return (
      <Trans>
        Accepted on <Moment at={respondedAt ?? expiresAt} as="short moment" />, hasn’t opened the sample yet
      </Trans>
    );
  if (Date.parse(expiresAt) < Date.now())
    return (
      <Trans>
        No answer before <Moment at={expiresAt} as="short day" />
      </Trans>
    );
  if (mailAcceptedAt)
    return (
      <Trans>
        Email delivered on <Moment at={mailAcceptedAt} as="short moment" />, no answer yet
      </Trans>
    );
  return <Trans>The email is on its way</Trans>;
}

/** Whether a result may still come. */
export const isUnderWay = (rehearsal: Successor['rehearsal']): boolean =>
  rehearsal !== null && rehearsal.openedAt === null && Date.parse(rehearsal.expiresAt) > Date.now();
