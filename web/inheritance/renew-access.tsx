import { Trans } from '@lingui/react/macro';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';

/** Asks for a new link. It comes by email only, so that an old link is of no use to someone who finds it. */
export function RenewAccess({ token }: { token: string }) {
  const { run, isPending, isDone, error } = useTask(() =>
    answered(api.POST('/handover/renew-access', { body: { token }, ...AS_VISITOR })),
  );

  if (isDone) {
    return (
      <Notice look="good" announced>
        <Trans>
          If there is something for you to read, we’ve sent a new link to your email address. It can take a
          few minutes.
        </Trans>{' '}
        <Trans>
          If no email comes, we may first be asking the person who named you for a sign of life, which can
          take months. If we don’t hear from them, we’ll write to you.
        </Trans>
      </Notice>
    );
  }
  return (
    <>
      <p>
        <Trans>If you had access before, we can email you a new link.</Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button onPress={run} isPending={isPending}>
          <Trans>Send me a new link</Trans>
        </Button>
      </div>
    </>
  );
}
