/** What the pages about passkeys, automations and ways share: a list, a form that adds to it, and a dialog for the rest. */
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
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

/** What is known about a thing, line by line. */
export const Facts = ({ of }: { of: readonly { what: string; is: ReactNode }[] }) => (
  <dl className="facts">
    {of.map(({ what, is }) => (
      <Fragment key={what}>
        <dt>{what}</dt>
        <dd>{is}</dd>
      </Fragment>
    ))}
  </dl>
);

/** The name that the owner gives to a thing. */
export const NameField = (
  props: Pick<TextFieldProps, 'label' | 'description' | 'value' | 'onChange' | 'defaultValue' | 'autoFocus'>,
) => <TextField name="name" maxLength={LONGEST_NAME} isRequired {...props} />;

export const nameIn = (form: FormData): string => String(form.get('name')).trim();

interface ActDialogProps {
  title: string;
  /** Of the button that does it. */
  label: string;
  look?: 'main' | 'danger';
  /** Closes the dialog once it is done. */
  work(form: FormData): Promise<unknown>;
  onClosed(): void;
  children?: ReactNode;
}

/** Asks before something is done, or for what it needs. */
export function ActDialog({ title, label, look = 'main', work, onClosed, children }: ActDialogProps) {
  const { run, isPending, error } = useTask(work);
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onClosed()}>
      <Form onSubmit={run}>
        {children}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look={look} isPending={isPending}>
            {label}
          </Button>
          <Button look="quiet" onPress={onClosed}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
