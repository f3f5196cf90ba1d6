/** /successor: confirming the address, and making the recovery kit. */

import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { ExistingKit } from './existing-kit.tsx';
import { type Link, LinkPage, NotNow } from './link-page.tsx';
import { MakeKit } from './make-kit.tsx';

export type Verification =
  paths['/successors/verify']['get']['responses'][200]['content']['application/json'];

const confirm = (token: string): Promise<Verification> =>
  answered(api.GET('/successors/verify', { params: { query: { token } }, ...AS_VISITOR }));

interface KitStepProps {
  link: Link;
  token: string;
}

export default function KitPage() {
  return (
    <LinkPage expired={() => <Expired />}>{(link, token) => <Steps link={link} token={token} />}</LinkPage>
  );
}

const Expired = () => (
  <>
    <PageTitle>
      <Trans>This link has expired</Trans>
    </PageTitle>
    <p>
      <Trans>
        It worked for 30 days. Please ask the person who named you for a new one: under “Successors”, there’s
        a button next to your name that sends you the email again. Then you can continue where you left off.
      </Trans>
    </p>
  </>
);

function Steps({ link, token }: KitStepProps) {
  const [verified, setVerified] = useState<Verification | null>(null);
  const [isReplacing, replace] = useState(false);
  const back = link.successor.verified;
  if (!verified) {
    const confirming = { token, onDone: (answer: Verification) => setVerified(answer) };
    if (back) return <Return {...confirming} />;
    return link.successor.keyPinned ? (
      <AskAgain link={link} {...confirming} />
    ) : (
      <Ask link={link} {...confirming} />
    );
  }
  const { ownerName, successor } = verified;
  const { name, email, publicKey, ownerKey } = successor;
  if (ownerKey === null) return <NotYet ownerName={ownerName} />;
  if (publicKey !== null && !isReplacing) {
    const { keyPinned } = link.successor;
    return <ExistingKit {...{ ownerName, keyPinned }} onReplace={() => replace(true)} />;
  }
  return <MakeKit {...{ token, ownerName, ownerKey, email, isReplacing }} successorName={name} />;
}

interface ConfirmProps {
  token: string;
  onDone(verified: Verification): void;
}

interface AskProps extends ConfirmProps {
  link: Link;
}

function Ask({ link: { ownerName, successor }, ...confirming }: AskProps) {
  return (
    <>
      <PageTitle>
        <Trans>{ownerName} trusts you with something for later</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>
          Hello {successor.name}. {ownerName} keeps important things here and has named you as a successor.
        </Trans>
      </p>
      <h2>
        <Trans>What this means</Trans>
      </h2>
      <ol>
        <li>
          <Trans>
            Today you confirm your address and make your recovery kit: a sheet of paper with a code, to print
            and keep. It takes about five minutes. A printer is best, but pen and paper will do. Then you call{' '}
            {ownerName}, and the two of you compare six words.
          </Trans>
        </li>
        <li>
          <Trans>
            If we ever stop hearing from {ownerName}, we’ll write to you, and you decide whether to accept
            what was left to you.
          </Trans>
        </li>
        <li>
          <Trans>
            Then you open it with your kit. Until then, nobody but {ownerName} can read it: not you, and not
            us.
          </Trans>
        </li>
      </ol>
      <p>
        <Trans>You don’t need an account, and there’s nothing to pay.</Trans>
      </p>
      <Answer {...confirming} />
    </>
  );
}

/** A successor who came back with a restored backup keeps the kit that was compared. */
function AskAgain({ link: { ownerName, successor }, ...confirming }: AskProps) {
  return (
    <>
      <PageTitle>
        <Trans>Please confirm your address again</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>
          Hello {successor.name}. We had to restore our database from a backup, and {ownerName} asks you to
          confirm that we can still reach you at this address.
        </Trans>
      </p>
      <p>
        <Trans>
          You don’t need to make a new recovery kit: the sheet that you compared with {ownerName} remains
          valid.
        </Trans>
      </p>
      <Answer {...confirming} />
    </>
  );
}

/** Mail scanners open links, and some run scripts: only a press confirms. */
function Answer({ token, onDone }: ConfirmProps) {
  const { run: yes, isPending, error } = useTask(async () => onDone(await confirm(token)));
  return (
    <>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button size="big" onPress={yes} isPending={isPending}>
          <Trans>Yes, you can reach me here</Trans>
        </Button>
      </div>
      <Leave token={token} />
    </>
  );
}

/** A successor who has confirmed before continues where they left off. */
function Return({ token, onDone }: ConfirmProps) {
  const { run, error } = useTask(async () => onDone(await confirm(token)));
  const first = useRef(run);
  useEffect(() => void first.current(), []);
  return error === null ? <Loading /> : <NotNow error={error} onTryAgain={run} />;
}

const NotYet = ({ ownerName }: { ownerName: string }) => (
  <>
    <PageTitle>
      <Trans>Thank you, your address is confirmed</Trans>
    </PageTitle>
    <p>
      <Trans>
        You can’t make your recovery kit yet, because {ownerName} hasn’t finished preparing the vault. Please
        ask {ownerName} to ask you for a new sheet. Then you’ll get a new link.
      </Trans>
    </p>
  </>
);

const Leave = ({ token }: { token: string }) => (
  <p className="quiet">
    <Trans>
      Would you rather not? You can{' '}
      <a href={`/opt-out?token=${encodeURIComponent(token)}`}>stop being a successor</a> now or at any time.
    </Trans>
  </p>
);
