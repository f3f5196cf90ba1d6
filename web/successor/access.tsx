/** /access: opening what was left, with the kit. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Left } from '../keys/tasks/successor.ts';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { LeftThings } from './left-things.tsx';
import { type Link, LinkPage } from './link-page.tsx';
import { OpenWithKit } from './open-with-kit.tsx';
import { RehearsalMark } from './rehearsal-mark.tsx';
import { RenewAccess } from './renew-access.tsx';

export default function AccessPage() {
  return (
    <LinkPage expired={(token) => <AccessOver token={token} />}>
      {(link, token) => <Access link={link} token={token} />}
    </LinkPage>
  );
}

const AccessOver = ({ token }: { token: string }) => (
  <>
    <PageTitle>
      <Trans>This link no longer opens anything</Trans>
    </PageTitle>
    <p>
      <Trans>
        Either your time to read is over, or the person who left something to you has come back. If you have a
        newer email from us, use the link in that one.
      </Trans>
    </p>
    <RenewAccess token={token} />
  </>
);

function Access({ link, token }: { link: Link; token: string }) {
  const [left, setLeft] = useState<Left | null>(null);
  const [isOver, end] = useState(false);
  const { ownerName, successor, rehearsal = false } = link;
  if (isOver) return <AccessOver token={token} />;
  if (left) return <LeftThings left={left} />;
  return (
    <>
      <PageTitle>
        <Trans>What {ownerName} left to you</Trans>
      </PageTitle>
      {rehearsal && <RehearsalMark ownerName={ownerName} />}
      {successor.hasKit ? (
        <OpenWithKit link={link} token={token} onOpen={setLeft} onOver={() => end(true)} />
      ) : (
        <Notice>
          <p>
            {rehearsal ? (
              <Trans>
                You haven’t made your recovery kit yet. Make it with the link in our first email to you. If
                that link is too old, ask {ownerName} to remove you and to name you again.
              </Trans>
            ) : (
              <Trans>
                You never made a recovery kit, so nothing could be prepared for you, and nothing can be opened
                here. {ownerName} may have left things to other people: they open them with kits of their own.
              </Trans>
            )}
          </p>
        </Notice>
      )}
    </>
  );
}
