import { Trans, useLingui } from '@lingui/react/macro';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';
import { isInDoubt } from './in-doubt.ts';

export default function ChangeAddress() {
  const { t } = useLingui();
  const session = useSession();
  const confirmed = useConfirmed();
  const {
    run: submit,
    reset,
    result: asked,
    isPending,
    error,
  } = useTask(async (form: FormData) => {
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    await confirmed(() => keys.requestAddress({ email, password }));
    return email;
  });
  if (session.state !== 'in') return null;
  const { email: present } = session.user;

  if (asked !== undefined)
    return (
      <div className="narrow">
        <PageTitle key="asked">
          <Trans>Check the new mailbox</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            We’ve sent an email to <strong>{asked}</strong>. Open the link in it within 24 hours.
          </Trans>
        </p>
        <p>
          <Trans>
            After that, we’ll use the new address, log out all other devices and ask for your password once
            more. Your password stays the same. Until then, nothing changes, and we’ll keep writing to{' '}
            {present}.
          </Trans>
        </p>
        <p>
          <Trans>
            No email? Check your spam folder and the address. If another account already uses the address, we
            can’t send the email.
          </Trans>
        </p>
        <div className="actions">
          <ButtonLink href="/account">
            <Trans>Back to your account</Trans>
          </ButtonLink>
          <Button look="quiet" onPress={reset}>
            <Trans>Try again, or with another address</Trans>
          </Button>
        </div>
      </div>
    );

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle key="form">
        <Trans>Change your email address</Trans>
      </PageTitle>
      <ol>
        <li>
          <Trans>You enter the new address here.</Trans>
        </li>
        <li>
          <Trans>We write to both addresses: the new one gets a link, and {present} gets a warning.</Trans>
        </li>
        <li>
          <Trans>
            When you open the link, we’ll use the new address. Your password and your recovery code stay the
            same.
          </Trans>
        </li>
      </ol>
      <Form onSubmit={submit}>
        <TextField
          label={t`New email address`}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          validate={(typed) =>
            typed.trim().toLowerCase() === present ? t`That’s the address you already have.` : true
          }
          isRequired
        />
        <CurrentPasswordField
          description={t`Your keys also depend on the address, so this browser prepares them for the new one.`}
        />
        <ProblemNotice error={error} />
        {isInDoubt(error) && (
          <Notice>
            <Trans>
              We don’t know whether the link is on its way. If the email arrives, its link works. If not, send
              it again. Nothing changes until you open it.
            </Trans>
          </Notice>
        )}
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Send the link</Trans>
        </Button>
      </Form>
    </div>
  );
}
