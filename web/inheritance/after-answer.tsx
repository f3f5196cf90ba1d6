/** Shown after an answer. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AS_VISITOR } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { $api } from '../api/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AcceptanceProgress } from './acceptance-progress.tsx';
import type { ResponseDraft } from './answer-form.tsx';
import type { Link } from './link-page.tsx';
import { PassOn } from './pass-on.tsx';

export type ResponseOutcome =
  paths['/handover/respond']['post']['responses'][200]['content']['application/json'];

interface AfterAnswerProps {
  answer: ResponseDraft;
  responded: ResponseOutcome;
  link: Link;
  token: string;
  onChange(): void;
}

export function AfterAnswer({ answer, responded, link, token, onChange }: AfterAnswerProps) {
  const { ownerName, rehearsal = false } = link;
  const { accessToken } = responded;
  const isOpen = accessToken !== undefined;
  const isNothingLeft = link.handover?.leftSomething === false;
  return (
    <>
      <PageTitle>
        {isOpen && !isNothingLeft ? (
          <Trans>Thank you. It’s now open to you</Trans>
        ) : answer.response === 'accept' ? (
          <Trans>Thank you, you’ve accepted</Trans>
        ) : (
          <Trans>Thank you for your answer</Trans>
        )}
      </PageTitle>
      {rehearsal && (
        <Notice title={<Trans>This was a rehearsal</Trans>}>
          <Trans>Nothing has happened to {ownerName}, who will see that you answered.</Trans>
        </Notice>
      )}
      {isOpen && isNothingLeft ? (
        <NothingToOpen ownerName={ownerName} />
      ) : isOpen ? (
        <Open responded={responded} rehearsal={rehearsal} />
      ) : (
        <Outcome response={answer.response} link={link} token={token} />
      )}
      {answer.response === 'accept' && <Others responded={responded} link={link} token={token} />}
      {!isOpen && (
        <div className="actions">
          <Button look="second" onPress={onChange}>
            <Trans>Change my answer</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function NothingToOpen({ ownerName }: { ownerName: string }) {
  return (
    <p className="lead">
      <Trans>
        Enough people have accepted. Nothing in {ownerName}’s vault was prepared for you, so there’s nothing
        for you to open.
      </Trans>
    </p>
  );
}

function Open({ responded, rehearsal }: { responded: ResponseOutcome; rehearsal: boolean }) {
  const { accessToken = '', accessExpiresAt } = responded;
  return (
    <>
      {accessExpiresAt && (
        <p className="lead">
          <Trans>
            You can open what was left to you until <Moment at={accessExpiresAt} as="day" />. Please have your
            recovery kit ready.
          </Trans>
        </p>
      )}
      {!rehearsal && (
        <p>
          <Trans>We’ll also email you the link, so you can read it another time.</Trans>
        </p>
      )}
      <div className="actions">
        <ButtonLink
          size="big"
          href={`/access?token=${encodeURIComponent(accessToken)}${rehearsal ? '&rehearsal=1' : ''}`}
        >
          <Trans>See what was left to me</Trans>
        </ButtonLink>
      </div>
    </>
  );
}

interface OutcomeProps {
  response: ResponseDraft['response'];
  link: Link;
  token: string;
}

function Outcome({ response, link: { ownerName, handover, rehearsal = false }, token }: OutcomeProps) {
  // The answer has changed the count.
  const { data } = $api.useQuery(
    'get',
    '/successors/link',
    { params: { query: { token } }, ...AS_VISITOR },
    { enabled: !rehearsal, refetchOnMount: 'always' },
  );
  const outcomes: Record<ResponseDraft['response'], ReactNode> = {
    accept:
      handover?.leftSomething === false ? (
        <Trans>
          Nothing in {ownerName}’s vault was prepared for you, so there’s nothing for you to open. As soon as
          enough people have accepted, we’ll tell you by email.
        </Trans>
      ) : (
        <Trans>
          As soon as enough people have accepted, we’ll email you a personal link. You’ll need your recovery
          kit for it, so keep it safe.
        </Trans>
      ),
    decline: (
      <Trans>
        You won’t see any of what {ownerName} left. We’ll only ask you again if nobody can receive anything
        without you.
      </Trans>
    ),
    owner_alive: (
      <Trans>
        Nobody gets anything for now. Please ask {ownerName} to check in: only that ends the handover for
        good. If we hear nothing for 14 days, we’ll warn {ownerName} once more. After that, the handover
        continues.
      </Trans>
    ),
  };
  return (
    <>
      <p className="lead">{outcomes[response]}</p>
      {response === 'accept' && data?.handover && <AcceptanceProgress handover={data.handover} />}
    </>
  );
}

/** Where several must open it together, each holds a share that the others need. */
function Others({ responded, link, token }: Pick<AfterAnswerProps, 'responded' | 'link' | 'token'>) {
  const { t } = useLingui();
  const { encryptedShare, successor, holders = [] } = responded;
  const salt = successor?.publicKeySalt;
  if (!encryptedShare || !successor || !salt || holders.length < 2) return null;
  const passOn = (
    <PassOn
      ownerName={link.ownerName}
      sealed={{ token, salt, successorId: successor.id, encryptedShare, holders }}
    />
  );
  if ((link.handover?.effectiveQuorum ?? 1) > 1) {
    return (
      <section className="card wash" aria-label={t`For the others`}>
        <h2>
          <Trans>The others need your kit too</Trans>
        </h2>
        {passOn}
      </section>
    );
  }
  return (
    <details>
      <summary>
        <Trans>Do the others need your kit?</Trans>
      </summary>
      {passOn}
    </details>
  );
}
