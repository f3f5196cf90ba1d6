/** The proof that a code is on paper: two of its groups, typed from there. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { Notice } from './notice.tsx';
import { PageTitle } from './page-title.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { TextField } from './text-field.tsx';
import { groupsToProve, provesGroup } from './typed-code.ts';
import { useTask } from './use-task.ts';

interface ProveCodeProps {
  code: string;
  /** Makes the code valid. */
  onProven(): Promise<void>;
  onBack(): void;
  /** Says whether the sheet is valid after the service refused or didn't answer. */
  validity: ReactNode;
}

export function ProveCode({ code, onProven, onBack, validity }: ProveCodeProps) {
  const { t } = useLingui();
  const [asked] = useState(groupsToProve);
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const { run, reset, isPending, error } = useTask(onProven);

  function submit(form: FormData) {
    const mistaken = asked.filter((group) => !provesGroup(code, group, String(form.get(`group ${group}`))));
    setWrong(mistaken);
    if (mistaken.length > 0) reset();
    else void run();
  }

  return (
    <>
      <PageTitle>
        <Trans>Is the code on your sheet?</Trans>
      </PageTitle>
      <p>
        <Trans>Please type two of the nine groups on your sheet, so that we know it can be read.</Trans>
      </p>
      <Form onSubmit={submit}>
        {asked.map((group, at) => (
          <TextField
            key={group}
            label={t`Group ${group}`}
            name={`group ${group}`}
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            autoFocus={at === 0}
            isRequired
            problem={
              wrong.includes(group) ? (
                <Trans>
                  This doesn’t match the code. Compare it with your sheet, character by character.
                </Trans>
              ) : undefined
            }
          />
        ))}
        <ProblemNotice error={error} />
        {error !== null && <Notice announced>{validity}</Notice>}
        <div className="actions">
          <Button type="submit" size="big" isPending={isPending}>
            <Trans>Continue</Trans>
          </Button>
          <Button look="quiet" onPress={onBack}>
            <Trans>Show the sheet again</Trans>
          </Button>
        </div>
      </Form>
    </>
  );
}
