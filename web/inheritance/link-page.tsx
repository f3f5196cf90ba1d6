/** Shared by all pages behind a successor's links: whose link it is, and why it doesn't work. */

import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { AS_VISITOR } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { $api } from '../api/queries.ts';
import { hasCode } from '../api/sentences.ts';
import { adoptReaderLanguage } from '../app/language.ts';
import { isRehearsalLink, useLinkToken } from '../app/link-token.ts';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import './inheritance.css';

export type Link = paths['/successors/link']['get']['responses'][200]['content']['application/json'];

interface LinkPageProps {
  /** What to do when the link has expired. */
  expired: (token: string) => ReactNode;
  /** @param askAgain asks the service about the link again */
  children: (link: Link, token: string, askAgain: () => void) => ReactNode;
}

/** Whether an error says that the link can no longer be used. */
export const isOver = (error: unknown): boolean =>
  hasCode(error, 'token_expired') || hasCode(error, 'handover_ended');

/** Asks the service about the link, switches to its reader's language, and then shows the page. */
export function LinkPage({ expired, children }: LinkPageProps) {
  const [hinted] = useState(() => new URLSearchParams(location.search).get('lang') ?? undefined);
  const [isRehearsal] = useState(isRehearsalLink);
  const token = useLinkToken();
  const { data, error, refetch } = $api.useQuery(
    'get',
    '/successors/link',
    { params: { query: { token } }, ...AS_VISITOR },
    // Once the page is open, it changes only with its reader's actions.
    { enabled: token !== '', staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  const [isReady, ready] = useState(false);
  useEffect(() => {
    if (data || error || !token) adoptReaderLanguage(data?.language ?? hinted).finally(() => ready(true));
  }, [data, error, token, hinted]);
  if (!isReady) return <Loading />;
  if (token === '') return <TornLink />;
  if (data && !isOver(error)) return children(data, token, () => void refetch());
  if (!error) return <Loading />;
  if (hasCode(error, 'handover_ended')) return <HandoverEnded />;
  if (hasCode(error, 'token_expired')) return isRehearsal ? <RehearsalOver /> : expired(token);
  if (hasCode(error, 'successor_opted_out')) return <OptedOut />;
  if (hasCode(error, 'token_invalid') || hasCode(error, 'validation_failed')) return <WrongLink />;
  return <NotNow error={error} onTryAgain={() => void refetch()} />;
}

/** When the service doesn't answer. */
export const NotNow = ({ error, onTryAgain }: { error: unknown; onTryAgain(): void }) => (
  <>
    <PageTitle>
      <Trans>This page can’t be shown right now</Trans>
    </PageTitle>
    <p>
      <Trans>It isn’t your fault, and your link still works.</Trans>
    </p>
    <ProblemNotice error={error} onTryAgain={onTryAgain} />
  </>
);

const TornLink = () => (
  <>
    <PageTitle>
      <Trans>This page opens with the link in your email</Trans>
    </PageTitle>
    <p>
      <Trans>
        Please open the email again and press the button in it, or copy the whole address from the email into
        your browser.
      </Trans>
    </p>
  </>
);

export const WrongLink = () => (
  <>
    <PageTitle>
      <Trans>This link doesn’t work</Trans>
    </PageTitle>
    <p>
      <Trans>
        Part of it may be missing: some email programs break long links in two. Please open the whole link
        from the email. Or it has been withdrawn, and there’s nothing you need to do.
      </Trans>
    </p>
    <p>
      <Trans>If you have a newer email from us, use the link in that one.</Trans>
    </p>
  </>
);

const HandoverEnded = () => (
  <>
    <PageTitle>
      <Trans>The handover has ended</Trans>
    </PageTitle>
    <p className="lead">
      <Trans>
        Almost always, this means that the person who named you has checked in. Our latest email to you tells
        you whether they have.
      </Trans>
    </p>
    <p>
      <Trans>
        This link no longer opens anything, and there’s nothing you need to do. Please keep your recovery kit:
        if you’re needed another time, we’ll write to you again.
      </Trans>
    </p>
  </>
);

const RehearsalOver = () => (
  <>
    <PageTitle>
      <Trans>This rehearsal is over</Trans>
    </PageTitle>
    <p>
      <Trans>Nothing has happened, and there’s nothing you need to do.</Trans>
    </p>
  </>
);

const OptedOut = () => (
  <>
    <PageTitle>
      <Trans>You’re no longer a successor</Trans>
    </PageTitle>
    <p>
      <Trans>
        You asked not to be one, and we respect that. You have no access, and there’s nothing for you to do.
      </Trans>
    </p>
  </>
);
