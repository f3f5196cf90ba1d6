/** Whether the link in a reminder checks in or leads to the log-in, with both sides in plain words. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

export function CheckInByLink({ settings: { checkInByLink } }: Pick<SwitchFacts, 'settings'>) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const session = useSession();
  const [edited, edit] = useState<boolean | null>(null);
  const byLink = edited ?? checkInByLink;
  const isOpenToResets = session.state === 'in' && !session.user.twoFactorEnabled;

  const { run, isPending, isDone, error } = useTask(async () => {
    await confirmed(() => answered(api.PUT('/inactivity/settings', { body: { checkInByLink: byLink } })));
    await refreshSwitch();
    edit((now) => (now === byLink ? null : now));
  });

  return (
    <Card title={<Trans>Checking in from our emails</Trans>}>
      <Form onSubmit={() => byLink !== checkInByLink && run()}>
        <RadioGroup
          label={t`The link in a reminder`}
          value={byLink ? 'checks in' : 'logs in'}
          onChange={(value) => edit(value === 'checks in')}
          options={[
            {
              value: 'checks in',
              label: <Trans>checks you in</Trans>,
              description: (
                <Trans>
                  Checking in takes one press of a button and no password. But anyone who reads your email
                  once you’re gone can press it too. Then your successors are never asked.
                </Trans>
              ),
            },
            {
              value: 'logs in',
              label: <Trans>leads to the log-in page</Trans>,
              description: (
                <Trans>
                  Only someone who can log in can check in. But that means you need your password, and your
                  code if you use two-factor authentication. If you can’t log in when we remind you, we’ll ask
                  your successors even though you’re well.
                </Trans>
              ),
            },
          ]}
        />
        {!byLink && isOpenToResets && (
          <Notice>
            <Trans>
              Someone who reads your email can still reset your password and then log in.{' '}
              <Link href="/account/two-factor">Two-factor authentication</Link> prevents that.
            </Trans>
          </Notice>
        )}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" isPending={isPending}>
            <Trans>Apply</Trans>
          </Button>
        </div>
        {isDone && byLink === checkInByLink && (
          <Notice look="good" announced>
            {byLink ? (
              <Trans>
                Saved. Links in our reminders will check you in from now on. We’ll tell you by email too.
              </Trans>
            ) : (
              <Trans>
                Saved. We’ve sent you an email with the link that our reminders will contain. Try it now: log
                out, open the link, and log in.
              </Trans>
            )}
          </Notice>
        )}
      </Form>
      {/* "Save" further up doesn't save this. */}
      <UnsavedDialog isUnsaved={byLink !== checkInByLink && !isPending} onDiscard={() => edit(null)} />
    </Card>
  );
}
