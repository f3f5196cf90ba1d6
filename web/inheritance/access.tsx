/** /access: opening what was left, with the kit. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { forgetInheritance } from '../keys/keys.ts';
import type { OpenedAccess } from '../keys/tasks/successor.ts';
import { DoorAjar } from '../pictures/door-ajar.tsx';
import { IDLE_MINUTES } from '../session/idle-watch.ts';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { LeftEntries } from './left-entries.tsx';
import { type Link, LinkPage, WrongLink } from './link-page.tsx';
import { OpenWithKit } from './open-with-kit.tsx';
import { RehearsalMark } from './rehearsal-mark.tsx';
import { RenewAccess } from './renew-access.tsx';
import { useForgetting } from './use-forgetting.ts';

export default function AccessPage() {
  return (
    <LinkPage expired={(token) => <AccessOver token={token} />}>
      {(link, token, askAgain) => <Access link={link} token={token} onOver={askAgain} />}
    </LinkPage>
  );
}

const AccessOver = ({ token }: { token: string }) => (
  <>
    <PageTitle>
      <Trans>This link has expired</Trans>
    </PageTitle>
    <p>
      <Trans>
        Your time to read with this link has run out. If you have a newer email from us, use the link in that
        one.
      </Trans>
    </p>
    <RenewAccess token={token} />
  </>
);

interface AccessProps {
  link: Link;
  token: string;
  onOver(): void;
}

function Access({ link, token, onOver }: AccessProps) {
  const [left, setLeft] = useState<OpenedAccess | null>(null);
  const [closed, setClosed] = useState<'idle' | 'closed' | null>(null);
  const [tries, tryAgain] = useState(0);
  const { ownerName, successor, access, rehearsal = false } = link;

  function close(why: 'idle' | 'closed') {
    forgetInheritance();
    setLeft(null);
    if (left) setClosed(why);
    // Unsent text is cleared too.
    tryAgain((count) => count + 1);
  }
  const isAboutToClose = useForgetting((why) => close(why === 'idle' ? 'idle' : 'closed'));

  if (left)
    return (
      <>
        <div role="status" className="about-to-close">
          {isAboutToClose && (
            <Notice>
              <Trans>
                Nobody has used this page for a while, so it will close within a minute. To keep reading,
                touch the screen, move the mouse or press a key.
              </Trans>
            </Notice>
          )}
        </div>
        <LeftEntries left={left} token={token} onClose={() => close('closed')} />
      </>
    );
  if (access === null) return <WrongLink />;
  if (access.accessEndsAt === null) return <NotYet />;
  const { hasKit, keyPinned } = successor;
  if (!rehearsal && !(hasKit && keyPinned)) return <NothingToOpen ownerName={ownerName} hasKit={hasKit} />;
  return (
    <>
      <PageTitle>
        <Trans>What {ownerName} left to you</Trans>
      </PageTitle>
      <DoorAjar />
      {rehearsal && <RehearsalMark ownerName={ownerName} />}
      {closed && (
        <Notice announced>
          {closed === 'idle' && (
            <Trans>Nobody used this page for {IDLE_MINUTES} minutes, so we closed it.</Trans>
          )}{' '}
          <Trans>None of it remains in this tab. Your code opens it again.</Trans>
        </Notice>
      )}
      {hasKit ? (
        <OpenWithKit
          key={tries}
          link={link}
          accessEndsAt={access.accessEndsAt}
          token={token}
          onOpen={(found) => {
            setClosed(null);
            setLeft(found);
          }}
          onOver={onOver}
        />
      ) : (
        <Notice>
          <Trans>
            You haven’t made your recovery kit yet. Make it with the link in our first email to you. If that
            link is too old, ask {ownerName} to send you a new one.
          </Trans>
        </Notice>
      )}
    </>
  );
}

interface NothingToOpenProps {
  ownerName: string;
  hasKit: boolean;
}

/** Nothing is ever sealed to a kit whose six words weren't compared. */
const NothingToOpen = ({ ownerName, hasKit }: NothingToOpenProps) => (
  <>
    <PageTitle>
      <Trans>There’s nothing for you to open</Trans>
    </PageTitle>
    <p className="lead">
      {hasKit ? (
        <Trans>
          {ownerName} and you never compared the words on your recovery kit, so nothing could be prepared for
          it. We’re sorry.
        </Trans>
      ) : (
        <Trans>You never made a recovery kit, so nothing could be prepared for you. We’re sorry.</Trans>
      )}
    </p>
    <p>
      <Trans>{ownerName} may have left things to other people, who can open them with their own kits.</Trans>
    </p>
  </>
);

const NotYet = () => (
  <>
    <PageTitle>
      <Trans>It isn’t open yet</Trans>
    </PageTitle>
    <p>
      <Trans>
        There’s nothing wrong with your link or your kit. As soon as enough people have accepted, we’ll write
        to you. Keep this email, and come back then.
      </Trans>
    </p>
  </>
);
