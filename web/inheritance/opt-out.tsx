/** /opt-out: for someone who no longer wants to be a successor, at any time and without a reason. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { type Link, LinkPage } from './link-page.tsx';
import { NewAddress } from './new-address.tsx';

type OptOutScope = 'owner' | 'everybody';

export default function OptOutPage() {
  return (
    <LinkPage expired={() => <Expired />}>{(link, token) => <OptOut link={link} token={token} />}</LinkPage>
  );
}

const Expired = () => (
  <>
    <PageTitle>
      <Trans>This link has expired</Trans>
    </PageTitle>
    <p>
      <Trans>Please use the link at the end of our latest email to you.</Trans>
    </p>
  </>
);

function OptOut({ link: { ownerName, shareNeeded = false }, token }: { link: Link; token: string }) {
  const { t } = useLingui();
  const [scope, setScope] = useState<OptOutScope>('owner');
  const {
    run: leave,
    isPending,
    isDone,
    error,
  } = useTask(() => answered(api.POST('/successors/opt-out', { body: { token, scope }, ...AS_VISITOR })));

  if (isDone) {
    return (
      <>
        <PageTitle>
          <Trans>You’re no longer a successor of {ownerName}</Trans>
        </PageTitle>
        <p>
          <Trans>
            We’re telling {ownerName}, and we won’t write to you about it again. If you’ve made a recovery
            kit, you can throw the sheet away, unless you’ve saved a sealed copy of what was left to you: only
            this sheet opens it. You can close this page.
          </Trans>
        </p>
      </>
    );
  }
  return (
    <>
      <PageTitle>
        <Trans>Stop being a successor of {ownerName}</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>You can do this at any time, without giving a reason.</Trans>
      </p>
      {shareNeeded && <PassOnFirst ownerName={ownerName} />}
      <ul>
        <li>
          <Trans>You won’t receive anything {ownerName} leaves, and we won’t email you about it again.</Trans>
        </li>
        <li>
          <Trans>We’ll tell {ownerName}.</Trans>
        </li>
        <li>
          <Trans>{ownerName} can’t name you again.</Trans>
        </li>
      </ul>
      <div className="stack">
        <RadioGroup<OptOutScope>
          label={t`Who does this apply to?`}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'owner', label: t`Only for ${ownerName}` },
            { value: 'everybody', label: t`For everyone: nobody else can name me either` },
          ]}
        />
        <p className="quiet">
          <Trans>
            If other people have named you too, you’re still their successor. To change that, use the links in
            our emails about them. If you change your mind later, write to the people who run this service.
          </Trans>
        </p>
      </div>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button look="danger" onPress={leave} isPending={isPending}>
          <Trans>Stop being a successor</Trans>
        </Button>
      </div>
      <p className="quiet">
        <Trans>If you’d rather stay, close this page. Nothing will change.</Trans>
      </p>
      <NewAddress ownerName={ownerName} token={token} />
    </>
  );
}

/** In a handover nobody else can be named, so the page first says what leaving would destroy. */
const PassOnFirst = ({ ownerName }: { ownerName: string }) => (
  <Notice look="problem" title={<Trans>The others may need your part</Trans>}>
    <p>
      <Trans>
        A handover is under way, and {ownerName} wanted several people to open the vault together. Your kit
        opens a part that the others may need. Without it, they may never be able to open what was left to
        them.
      </Trans>
    </p>
    <p>
      <Trans>
        Please pass it on before you leave, with the link in our latest email about the handover. If you
        haven’t accepted yet, accept first. If you leave before enough people have accepted, your part is lost
        even if you’ve passed it on.
      </Trans>
    </p>
  </Notice>
);
