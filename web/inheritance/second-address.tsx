/** /second-address: a successor confirms another mailbox of theirs. */
import { Trans } from '@lingui/react/macro';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { LinkPage } from './link-page.tsx';

export default function SecondAddressPage() {
  return (
    <LinkPage expired={() => <Expired />}>
      {({ ownerName }, token) => <Confirm ownerName={ownerName} token={token} />}
    </LinkPage>
  );
}

const Expired = () => (
  <>
    <PageTitle>
      <Trans>This link has expired</Trans>
    </PageTitle>
    <p>
      <Trans>Ask the person who named you to have the email sent again.</Trans>
    </p>
  </>
);

function Confirm({ ownerName, token }: { ownerName: string; token: string }) {
  const { run, isPending, isDone, error } = useTask(() =>
    answered(api.POST('/successors/second-address', { body: { token }, ...AS_VISITOR })),
  );
  if (isDone)
    return (
      <>
        <PageTitle>
          <Trans>Thank you</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            From now on, we write to you here too. Your recovery kit remains valid. You can close this page.
          </Trans>
        </p>
      </>
    );
  return (
    <>
      <PageTitle>
        <Trans>Can we reach you here too?</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>
          {ownerName} has given us this address as your second one. Once you confirm it, our emails go to both
          addresses, and it’s enough to open one of them.
        </Trans>
      </p>
      <p>
        <Trans>
          If you don’t know {ownerName}, close this page. We won’t send anything else to this address.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <Button size="big" onPress={() => run()} isPending={isPending}>
        <Trans>Confirm this address</Trans>
      </Button>
    </>
  );
}
