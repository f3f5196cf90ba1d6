/** The proof that the code is on paper: two of its groups, typed from there. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { changedNothing } from '../api/problem.ts';
import { hasCode } from '../api/sentences.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { NewKit } from './kit-sheet.tsx';
import { groupsToProve, provesGroup } from './typed-code.ts';

interface ProveKitProps {
  kit: NewKit;
  isReplacing: boolean;
  /** Makes the kit count. */
  onProven(): Promise<void>;
  onBack(): void;
}

export function ProveKit({ kit, isReplacing, onProven, onBack }: ProveKitProps) {
  const { t } = useLingui();
  const [asked] = useState(groupsToProve);
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const mistaken = asked.filter(
      (group) => !provesGroup(kit.code, group, String(form.get(`group-${group}`))),
    );
    setWrong(mistaken);
    setError(null);
    if (mistaken.length > 0) return;
    setPending(true);
    try {
      await onProven();
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  }

  return (
    <>
      <PageTitle>
        <Trans>Is the code on your paper?</Trans>
      </PageTitle>
      <p>
        <Trans>
          Please take the sheet and type two of its nine groups from it. Then we know that it can be read.
        </Trans>
      </p>
      <Form onSubmit={submit} className="form">
        {asked.map((group, at) => (
          <TextField
            key={group}
            label={t`Group ${group}`}
            name={`group-${group}`}
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            autoFocus={at === 0}
            isRequired
            problem={
              wrong.includes(group) ? (
                <Trans>
                  The code has something else here. Compare it with your sheet, character by character.
                </Trans>
              ) : undefined
            }
          />
        ))}
        <ProblemNotice error={error} />
        {error !== null && <Lost error={error} isReplacing={isReplacing} />}
        <div className="actions">
          <Button type="submit" size="big" isPending={isPending}>
            <Trans>Finish</Trans>
          </Button>
          <Button look="quiet" onPress={onBack}>
            <Trans>Show the sheet again</Trans>
          </Button>
        </div>
      </Form>
    </>
  );
}

/** What the sheet is worth after the service did not say yes. */
const Lost = ({ error, isReplacing }: { error: unknown; isReplacing: boolean }) => (
  <Notice announced>
    <p>
      {hasCode(error, 'key_pinned') ? (
        <Trans>The sheet that you have just printed is worthless. Destroy it, and keep the one before.</Trans>
      ) : changedNothing(error) ? (
        <Trans>
          The sheet doesn’t count yet. You can try again here. If it doesn’t work today, destroy the sheet and
          start anew with the link in our email.
        </Trans>
      ) : isReplacing ? (
        <Trans>
          We don’t know whether this sheet or the one before counts. Keep both, and press the button again in
          a moment.
        </Trans>
      ) : (
        <Trans>
          We don’t know whether the sheet counts already. Keep it, and press the button again in a moment.
        </Trans>
      )}
    </p>
  </Notice>
);
