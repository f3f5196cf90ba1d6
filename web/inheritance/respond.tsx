/** /respond: the answer to a request, real or rehearsed. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { hasCode } from '../api/sentences.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { AfterAnswer, type ResponseOutcome } from './after-answer.tsx';
import { AnswerForm, type ResponseDraft } from './answer-form.tsx';
import { type Link, LinkPage } from './link-page.tsx';
import { ownLocale } from './locale.ts';
import { RenewAccess } from './renew-access.tsx';

export default function RespondPage() {
  return (
    <LinkPage expired={(token) => <RequestOver token={token} />}>
      {(link, token, askAgain) => <Respond link={link} token={token} onEnded={askAgain} />}
    </LinkPage>
  );
}

const RequestOver = ({ token }: { token: string }) => (
  <>
    <PageTitle>
      <Trans>This request is closed</Trans>
    </PageTitle>
    <p>
      <Trans>
        The handover is over, or your time to read has run out. If you have a newer email from us, use the
        link in that one.
      </Trans>
    </p>
    <RenewAccess token={token} />
  </>
);

interface RespondProps {
  link: Link;
  token: string;
  onEnded(): void;
}

function Respond({ link, token, onEnded }: RespondProps) {
  const [given, setGiven] = useState<{ answer: ResponseDraft; responded: ResponseOutcome } | null>(null);
  /** The answer given on this page before, while it is being changed. */
  const [before, change] = useState<ResponseDraft | null>(null);
  const [isOver, end] = useState(false);

  async function respond(answer: ResponseDraft, language: string) {
    const { response, message, isShared } = answer;
    // An earlier answer can be taken back.
    const words = message || before ? { message, shareMessage: isShared } : {};
    const body = { token, response, ...words, ...ownLocale(language) };
    try {
      const responded = await answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));
      setGiven({ answer, responded });
      change(answer);
    } catch (error) {
      if (hasCode(error, 'handover_ended')) return onEnded();
      if (!hasCode(error, 'token_expired')) throw error;
      end(true);
    }
  }

  if (isOver) return <RequestOver token={token} />;
  if (!given) return <AnswerForm link={link} before={before} onAnswer={respond} />;
  return <AfterAnswer {...given} link={link} token={token} onChange={() => setGiven(null)} />;
}
