/** Shared by the pages about passkeys, automations and ways: a list, the last action's outcome, and a name. */
import { type ReactNode, useRef, useState } from 'react';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { BackToAccount } from './back.tsx';

/** A sentence about the last action. The focus moves there, because the button may have disappeared with its card. */
export function useOutcome(): { outcome: ReactNode; say(words: string): void } {
  const said = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState('');
  return {
    outcome: (
      <p role="status" tabIndex={-1} ref={said}>
        {words}
      </p>
    ),
    say(next) {
      setWords(next);
      if (next !== '') said.current?.focus();
    },
  };
}

interface ManagedPageProps<Data> {
  title: ReactNode;
  intro: ReactNode;
  outcome: ReactNode;
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  /** The cards, once the data is there. */
  children(data: Data): ReactNode;
}

export function ManagedPage<Data>({ title, intro, outcome, query, children }: ManagedPageProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>{title}</PageTitle>
      {intro}
      {outcome}
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && <div className="stack">{children(data)}</div>}
    </div>
  );
}

export const nameIn = (form: FormData): string => String(form.get('name')).trim();
