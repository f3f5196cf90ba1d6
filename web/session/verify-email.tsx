/** Behind the link in the email that confirms an address: a new account's, or a new one for an account. */

import { Trans } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { hasCode } from '../api/sentences.ts';
import { useLinkToken } from '../app/link-token.ts';
import { SealedLetter } from '../pictures/sealed-letter.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { isLinkProblem } from './link-problem.ts';
import { ResendForm } from './resend.tsx';

export default function VerifyEmail() {
  const token = useLinkToken();
  const {
    run: verify,
    isPending,
    isDone,
    error,
  } = useTask(() => answered(api.GET('/auth/verify-email', { params: { query: { token } } })));

  if (isDone)
    return (
      <>
        <PageTitle key="done">
          <Trans>Thank you, your address is confirmed</Trans>
        </PageTitle>
        <SealedLetter />
        <p className="lead">
          <Trans>Use it to log in from now on.</Trans>
        </p>
        <ButtonLink size="big" href="/log-in">
          <Trans>Log in</Trans>
        </ButtonLink>
      </>
    );

  if (!token || isLinkProblem(error)) return <BadLink error={error} />;

  if (hasCode(error, 'already_exists'))
    return (
      <>
        <PageTitle key="taken">
          <Trans>Another account uses this address</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            So nothing has changed: you still log in with your old address. You can then choose a different
            one.
          </Trans>
        </p>
        <ButtonLink size="big" href="/log-in">
          <Trans>Log in</Trans>
        </ButtonLink>
      </>
    );

  return (
    <>
      <PageTitle key="ask">
        <Trans>Confirm your email address</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Press the button to confirm that this mailbox is yours. Then you can log in.</Trans>
      </p>
      <ProblemNotice error={error} />
      <Button size="big" isPending={isPending} onPress={verify}>
        <Trans>Confirm my address</Trans>
      </Button>
      <p className="quiet actions">
        <Trans>If you didn’t ask for this, close this page. Nothing will happen.</Trans>
      </p>
    </>
  );
}

function BadLink({ error }: { error: unknown }) {
  const wasUsed = hasCode(error, 'token_used');
  return (
    <>
      <PageTitle key="bad">
        {wasUsed ? (
          <Trans>This link has already been used</Trans>
        ) : hasCode(error, 'token_expired') ? (
          <Trans>This link has expired</Trans>
        ) : (
          <Trans>This link doesn’t work</Trans>
        )}
      </PageTitle>
      {wasUsed ? (
        <p>
          <Trans>If you’ve already confirmed your address, just log in.</Trans>
        </p>
      ) : (
        <p>
          <Trans>
            A link works once, within 24 hours. Some email programs break long links in two: make sure you
            open the whole link, or use the one in the latest email.
          </Trans>
        </p>
      )}
      <p className="actions">
        <ButtonLink look={wasUsed ? 'main' : 'second'} href="/log-in">
          <Trans>Go to the log-in page</Trans>
        </ButtonLink>
      </p>
      <h2>
        <Trans>Ask for a new link</Trans>
      </h2>
      <p>
        <Trans>
          For a new account, enter its address. To change the address of an existing account, log in and
          change it again.
        </Trans>
      </p>
      <ResendForm />
    </>
  );
}
