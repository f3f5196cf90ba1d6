import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
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
      <Facts
        of={[
          { what: t`Address`, is: <span className="anywhere">{user.email}</span> },
          { what: t`Switch`, is: _(STATUS_NAMES[user.switchStatus]) },
          { what: t`Last sign of life`, is: <Moment at={user.lastSeenAt} as="short moment" /> },
          { what: t`Opened on`, is: <Moment at={user.createdAt} as="short day" /> },
          { what: t`Plan`, is: plans[user.plan] },
          {
            what: t`Failed log-ins`,
            is:
              isLocked && lockedUntil ? (
                <Trans>
                  {failedAttempts}, so locked until <Moment at={lockedUntil} as="short moment" />
                </Trans>
              ) : (
                failedAttempts
              ),
          },
        ]}
      />
      {(isLocked || failedAttempts > 0) && <Unlock user={user} />}
    </Card>
  );
}

function Unlock({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { name, email } = user;
  async function unlock() {
    await answered(api.POST('/admin/users/{userId}/unlock', { params: { path: { userId: user.id } } }));
    await refresh('/admin/users', '/admin/dashboard');
  }
  return (
    <AskFirst
      button={(ask) => (
        <Button look="second" size="small" onPress={ask}>
          {user.isLocked ? <Trans context="account">Unlock</Trans> : <Trans>Clear the failed log-ins</Trans>}
        </Button>
      )}
      title={t`Unlock the account of ${name}?`}
      label={t`Unlock the account`}
      work={unlock}
    >
      <p>
        <Trans>
          Do this only if {name} asked you to, and you’re sure it was really them. Otherwise, someone guessing
          the password of {email} could carry on at once.
        </Trans>
      </p>
      <p>
        <Trans>
          The password, two-factor authentication and the switch stay as they are. This is recorded.
        </Trans>
      </p>
    </AskFirst>
  );
}
