import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { type AdminUser, STATUS_NAMES } from './figures.ts';

export function UserCard({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { _ } = useWords();
  const { isLocked, lockedUntil, failedAttempts } = user;
  const plans = { free: t`Free`, pro: t`Pro`, family: t`Family` };
  return (
    <Card
      title={user.name}
      aside={
        <span className="row">
          {isLocked && (
            <span className="badge alarm">
              <Trans>Locked</Trans>
            </span>
          )}
          {!user.emailVerified && (
            <span className="badge warn">
              <Trans>Address not confirmed</Trans>
            </span>
          )}
        </span>
      }
    >
      <dl className="facts">
        <dt>
          <Trans>Address</Trans>
        </dt>
        <dd className="anywhere">{user.email}</dd>
        <dt>
          <Trans>Switch</Trans>
        </dt>
        <dd>{_(STATUS_NAMES[user.switchStatus])}</dd>
        <dt>
          <Trans>Last sign of life</Trans>
        </dt>
        <dd>
          <Moment at={user.lastSeenAt} as="short moment" />
        </dd>
        <dt>
          <Trans>Opened on</Trans>
        </dt>
        <dd>
          <Moment at={user.createdAt} as="short day" />
        </dd>
        <dt>
          <Trans>Plan</Trans>
        </dt>
        <dd>{plans[user.plan]}</dd>
        <dt>
          <Trans>Failed log-ins</Trans>
        </dt>
        <dd>
          {isLocked && lockedUntil ? (
            <Trans>
              {failedAttempts}, so locked until <Moment at={lockedUntil} as="short moment" />
            </Trans>
          ) : (
            failedAttempts
          )}
        </dd>
      </dl>
      {(isLocked || failedAttempts > 0) && <Unlock user={user} />}
    </Card>
  );
}

function Unlock({ user }: { user: AdminUser }) {
  const [asks, ask] = useState(false);
  const { name, email } = user;
  const { run, isPending, error } = useTask(async () => {
    await answered(api.POST('/admin/users/{userId}/unlock', { params: { path: { userId: user.id } } }));
    await refresh('/admin/users', '/admin/dashboard');
    ask(false);
  });
  return (
    <>
      <Button look="second" size="small" onPress={() => ask(true)}>
        {user.isLocked ? <Trans context="account">Unlock</Trans> : <Trans>Clear the failed log-ins</Trans>}
      </Button>
      <Dialog title={<Trans>Unlock the account of {name}?</Trans>} isOpen={asks} onOpenChange={ask}>
        <p>
          <Trans>
            Do this only if {name} asked you to, and you’re sure it was really them. Otherwise, someone
            guessing the password of {email} could carry on at once.
          </Trans>
        </p>
        <p>
          <Trans>
            The password, two-factor authentication and the switch stay as they are. This is recorded.
          </Trans>
        </p>
        <ProblemNotice error={error} />
        <div className="row">
          <Button isPending={isPending} onPress={run}>
            <Trans>Unlock the account</Trans>
          </Button>
          <Button look="quiet" onPress={() => ask(false)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Dialog>
    </>
  );
}
