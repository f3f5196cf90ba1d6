import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'wouter';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { recordLogOut, useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';

export default function DeleteAccount() {
  const { t } = useLingui();
  const session = useSession();
  const [, navigate] = useLocation();
  const confirmed = useConfirmed();
  const {
    run: submit,
    isPending,
    error,
  } = useTask(async (form: FormData) => {
    const password = String(form.get('password'));
    await confirmed(() => keys.deleteAccount({ password }));
    navigate('/account/deleted');
    recordLogOut();
  });
  if (session.state !== 'in') return null;
  const { email } = session.user;

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>
        <Trans>Delete the account</Trans>
      </PageTitle>
      <Notice look="problem" title={<Trans>This can’t be undone, not even by us.</Trans>}>
        <ul>
          <li>
            <Trans>Everything in your vault is deleted, including the trash and all files.</Trans>
          </li>
          <li>
            <Trans>
              Your switch ends. Your successors get nothing from you, and their kits no longer open anything.
            </Trans>
          </li>
          <li>
            <Trans>
              If a handover is in progress, everyone who was asked will be told that it has been cancelled.
            </Trans>
          </li>
          <li>
            <Trans>A paid plan ends at once.</Trans>
          </li>
        </ul>
      </Notice>
      <p>
        <Trans>
          Do you want to keep what’s in the vault? Then <Link href="/vault/export">save a copy</Link> first.
          An account can’t be deleted for seven days after its password was reset by email.
        </Trans>
      </p>
      <Form onSubmit={submit}>
        <TextField
          label={t`To delete this account, enter its address: ${email}`}
          name="address"
          type="email"
          autoComplete="off"
          validate={(typed) =>
            typed.trim().toLowerCase() === email ? true : t`That’s not the address of this account.`
          }
          isRequired
        />
        <CurrentPasswordField />
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look="danger" isPending={isPending}>
            <Trans>Delete the account and everything in it</Trans>
          </Button>
          <ButtonLink href="/account" look="quiet">
            <Trans>Keep it</Trans>
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
