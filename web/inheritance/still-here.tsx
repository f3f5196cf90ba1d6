/** /still-here: whether a successor can be reached and has their sheet, asked once in a while. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { type Link, LinkPage } from './link-page.tsx';
import { NewAddress } from './new-address.tsx';

type ContactAnswer = Exclude<Schemas['ContactAnswer']['answer'], 'moved'>;

export default function StillHerePage() {
  return (
    <LinkPage expired={() => <Expired />}>
      {(link, token) => <StillHere link={link} token={token} />}
    </LinkPage>
  );
}

const Expired = () => (
  <>
    <PageTitle>
      <Trans>This question is closed</Trans>
    </PageTitle>
    <p>
      <Trans>Nothing has happened. If you have a newer email from us, use the link in that one.</Trans>
    </p>
  </>
);

function StillHere({ link, token }: { link: Link; token: string }) {
  const { ownerName, successor } = link;
  const [given, setGiven] = useState<ContactAnswer | null>(null);
  const { run, isPending, error } = useTask(async (answer: ContactAnswer) => {
    await answered(api.POST('/successors/contact', { body: { token, answer }, ...AS_VISITOR }));
    setGiven(answer);
  });
  if (given === 'here') return <Thanks ownerName={ownerName} hasKit={successor.hasKit} />;
  if (given === 'sheet_lost') return <SheetLost ownerName={ownerName} />;
  return (
    <>
      <PageTitle>
        {successor.hasKit ? (
          <Trans>Is this still you, and do you still have your sheet?</Trans>
        ) : (
          <Trans>Is this still you?</Trans>
        )}
      </PageTitle>
      <p className="lead">
        <Trans>
          This doesn’t mean that anything has happened to {ownerName}. We only ask so that it works when it’s
          needed.
        </Trans>
      </p>
      {successor.hasKit && (
        <p>
          <Trans>
            Please look for your recovery kit, the sheet of paper with the code. Don’t type the code in here:
            nobody needs it now.
          </Trans>
        </p>
      )}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button size="big" isPending={isPending} onPress={() => run('here')}>
          {successor.hasKit ? <Trans>Yes, and I have my sheet</Trans> : <Trans>Yes, I read mail here</Trans>}
        </Button>
        {successor.hasKit && (
          <Button look="second" isPending={isPending} onPress={() => run('sheet_lost')}>
            <Trans>I can’t find my sheet</Trans>
          </Button>
        )}
      </div>
      <p className="quiet">
        <Trans>{ownerName} will see your answer. Nothing else changes.</Trans>
      </p>
      <NewAddress ownerName={ownerName} token={token} />
    </>
  );
}

const Thanks = ({ ownerName, hasKit }: { ownerName: string; hasKit: boolean }) => (
  <>
    <PageTitle>
      <Trans>Thank you</Trans>
    </PageTitle>
    <p className="lead">
      {hasKit ? (
        <Trans>
          {ownerName} will see that we can reach you and that you have your sheet. Keep it in a safe place.
          You can close this page.
        </Trans>
      ) : (
        <Trans>{ownerName} will see that we can reach you. You can close this page.</Trans>
      )}
    </p>
  </>
);

const SheetLost = ({ ownerName }: { ownerName: string }) => (
  <>
    <PageTitle>
      <Trans>Thank you for telling us</Trans>
    </PageTitle>
    <p className="lead">
      <Trans>
        {ownerName} will see that your sheet is lost, and can send you a link to make a new one. It helps if
        you call {ownerName} too.
      </Trans>
    </p>
    <p>
      <Trans>If you find it again, open the link in our email once more and tell us.</Trans>
    </p>
  </>
);
