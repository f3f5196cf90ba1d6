/** What the pages about passkeys, automations and ways share: a list, what was done last, and the name of a thing. */
import { type ReactNode, useRef, useState } from 'react';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { BackToAccount } from './back.tsx';

const LONGEST_NAME = 60;

/** The sentence about what was done last. The focus moves there, because a button may have gone with its card. */
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

/** The name that the owner gives to a thing. */
export const NameField = (
  props: Pick<TextFieldProps, 'label' | 'description' | 'value' | 'onChange' | 'defaultValue' | 'autoFocus'>,
) => <TextField name="name" maxLength={LONGEST_NAME} isRequired {...props} />;

export const nameIn = (form: FormData): string => String(form.get('name')).trim();
