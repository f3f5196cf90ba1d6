/** What all pages behind a successor's links share: whose link it is, and what is wrong with one that doesn't work. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { paths } from '../../docs/openapi.d.ts';
import { $api } from '../api/queries.ts';
import { hasCode } from '../api/sentences.ts';
import { readerSpeaks } from '../app/language.ts';
import { useLinkToken } from '../app/link-token.ts';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { AS_VISITOR } from './visitor.ts';
import './successor.css';

export type Link = paths['/successors/link']['get']['responses'][200]['content']['application/json'];

interface LinkPageProps {
  /** What to do when the link has expired. */
  expired: (token: string) => ReactNode;
  children: (link: Link, token: string) => ReactNode;
}

/** Asks the service about the link, speaks its reader's language, and then shows the page. */
export function LinkPage({ expired, children }: LinkPageProps) {
  const [hinted] = useState(() => new URLSearchParams(location.search).get('lang') ?? undefined);
  const token = useLinkToken();
  const { data, error, refetch } = $api.useQuery(
    'get',
    '/successors/link',
    { params: { query: { token } }, ...AS_VISITOR },
    // Once the page is open, what its reader does decides what they see.
    { enabled: token !== '', staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  const [isReady, ready] = useState(false);
  useEffect(() => {
    if (data || error || !token) readerSpeaks(data?.language ?? hinted).finally(() => ready(true));
  }, [data, error, token, hinted]);
  if (!isReady) return <Loading />;
  if (token === '') return <TornLink />;
  if (data) return children(data, token);
  if (!error) return <Loading />;
  if (hasCode(error, 'token_expired')) return expired(token);
  if (hasCode(error, 'successor_opted_out')) return <OptedOut />;
  if (hasCode(error, 'token_invalid') || hasCode(error, 'validation_failed')) return <WrongLink />;
  return (
    <>
      <PageTitle>
        <Trans>This page can’t be shown right now</Trans>
      </PageTitle>
      <p>
        <Trans>It isn’t your fault, and your link still works.</Trans>
      </p>
      <ProblemNotice error={error} onTryAgain={() => refetch()} />
    </>
  );
}

const TornLink = () => (
  <>
    <PageTitle>
      <Trans>This page needs the link from your email</Trans>
    </PageTitle>
    <p>
      <Trans>
        Please open the email again and press its button, or copy the whole address from the email into your
        browser.
      </Trans>
    </p>
  </>
);

const WrongLink = () => (
  <>
    <PageTitle>
      <Trans>This link doesn’t work</Trans>
    </PageTitle>
    <p>
      <Trans>
        A part of it may be missing: some email programs cut long links in two. Please open the whole link
        from the email.
      </Trans>
    </p>
    <p>
      <Trans>If you have a newer email from us, use the link in that one.</Trans>
    </p>
  </>
);

export const OptedOut = () => (
  <>
    <PageTitle>
      <Trans>You’re no longer a successor</Trans>
    </PageTitle>
    <p>
      <Trans>
        You asked not to be one, and we respect that. Nothing is open to you, and there is nothing to do.
      </Trans>
    </p>
  </>
);
