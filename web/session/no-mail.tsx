/** /no-mail: for people who were asked to confirm an address and want no more such emails. */

import { Trans } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useLinkToken } from '../app/link-token.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { isLinkProblem } from './link-problem.ts';

export default function NoMail() {
  const token = useLinkToken();
  const {
    run: stop,
    isPending,
    isDone,
    error,
  } = useTask(() => answered(api.POST('/mail/stop', { body: { token } })));

  if (isDone)
    return (
      <>
        <PageTitle key="done">
          <Trans>We won’t write to you again</Trans>
        </PageTitle>
        <p>
          <Trans>
            If you change your mind, write to the people who run this service. You can close this page.
          </Trans>
        </p>
      </>
    );

  if (!token || isLinkProblem(error))
    return (
      <>
        <PageTitle key="bad">
          <Trans>This link doesn’t work</Trans>
        </PageTitle>
        <p>
          <Trans>Some email programs break long links in two. Make sure you open the whole link.</Trans>
        </p>
      </>
    );

  return (
    <>
      <PageTitle key="ask">
        <Trans>Never get emails like this again</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Someone entered your address, and we asked you to confirm it.</Trans>
      </p>
      <p>
        <Trans>
          If you never want to be asked again, press the button. After that, nobody can use your address for
          their account or name you as a successor. We won’t tell anyone.
        </Trans>
      </p>
      <p className="quiet">
        <Trans>
          You’ll still get emails about an account of your own and from people who have already named you as a
          successor.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button onPress={stop} isPending={isPending}>
          <Trans>Never write to me again</Trans>
        </Button>
      </div>
    </>
  );
}
