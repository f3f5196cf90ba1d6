/** Invitations to open an account: made, passed on, withdrawn. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { useOutcome } from '../account/managed.tsx';
import { ShownOnce } from '../account/shown-once.tsx';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import './admin.css';

export default function Invitations() {
  const { t } = useLingui();
  const { data, error, refetch } = $api.useQuery('get', '/admin/invitations');
  const registration = $api.useQuery('get', '/site', AS_VISITOR).data?.registration;
  const { outcome, say } = useOutcome();
  const [link, show] = useState<string | null>(null);

  const adding = useTask(async () => {
    say('');
    const made = await answered(api.POST('/admin/invitations'));
    show(made.link);
    await refresh('/admin/invitations');
  });
  const withdrawing = useTask(async (invitationId: string) => {
    const path = { invitationId };
    await answered(api.DELETE('/admin/invitations/{invitationId}', { params: { path } }));
    await refresh('/admin/invitations');
    say(t`The invitation was withdrawn. Its link no longer works.`);
  });

  return (
    <>
      <PageTitle>
        <Trans>Invitations</Trans>
      </PageTitle>
      <p>
        <Trans>
          Each link opens one account within 14 days, for anyone who has it. We send no email: pass it on
          yourself.
        </Trans>
      </p>
      {(registration === 'open' || registration === 'closed') && (
        <Notice>
          {registration === 'open' ? (
            <Trans>At the moment, anyone can open an account, so nobody needs an invitation.</Trans>
          ) : (
            <Trans>At the moment, nobody can open an account, not even with an invitation.</Trans>
          )}
        </Notice>
      )}
      {outcome}
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      <ProblemNotice error={adding.error ?? withdrawing.error} />
      {!data && !error && <Loading />}
      {data?.invitations.length === 0 && (
        <p>
          <Trans>There are no unused invitations.</Trans>
        </p>
      )}
      <ul className="bare stack">
        {data?.invitations.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className="row">
            <span>
              <Trans>
                Made <Moment at={createdAt} as="short moment" />, works until{' '}
                <Moment at={expiresAt} as="short moment" />
              </Trans>
            </span>
            <Button
              look="danger"
              size="small"
              isPending={withdrawing.isPending}
              onPress={() => {
                adding.reset();
                void withdrawing.run(id);
              }}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button
          isPending={adding.isPending}
          onPress={() => {
            withdrawing.reset();
            void adding.run();
          }}
        >
          <Trans>Make an invitation</Trans>
        </Button>
        <ButtonLink href="/admin" look="quiet">
          <Trans>Back to the overview</Trans>
        </ButtonLink>
      </div>
      {link !== null && (
        <ShownOnce
          title={t`The link of the invitation`}
          what={t`Invitation`}
          secret={link}
          onKept={() => show(null)}
        >
          <p>
            <Trans>It opens one account. Pass it on yourself.</Trans>
          </p>
        </ShownOnce>
      )}
    </>
  );
}
