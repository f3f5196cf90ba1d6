import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { keys } from '../keys/keys.ts';
import { LANGUAGES, type Language } from '../locales/areas.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { isUnderWay, RehearsalResult } from './rehearsal-result.tsx';
import { sampleFor } from './sample.ts';
import { refreshPeople, type Successor } from './succession.ts';

const languageOf = (text: string): Language => LANGUAGES.find((each) => each === text) ?? 'en';

/** A rehearsal with a successor, with a sample in place of the vault. */
export function Rehearse({ successor }: { successor: Successor }) {
  const { id, name, language, rehearsal } = successor;
  const session = useSession();
  const owner = session.state === 'in' ? session.user.name : '';
  const waits = isUnderWay(rehearsal);
  const title = useRef<HTMLSpanElement>(null);
  // The link on the list leads here, past what comes before on the page.
  useEffect(() => {
    if (location.hash === '#rehearse') title.current?.focus();
  }, []);

  const {
    run: begin,
    isPending,
    error,
  } = useTask(async () => {
    await keys.rehearse({ id, sample: sampleFor(languageOf(language), owner) });
    await refreshPeople();
  });

  return (
    <Card
      title={
        <span id="rehearse" ref={title} tabIndex={-1}>
          <Trans>Rehearse with {name}</Trans>
        </span>
      }
      look="wash"
    >
      <p>
        <Trans>
          This is only a rehearsal. {name} gets an email that says so, answers it, and opens a sample with
          their kit. Your vault stays closed, and your switch carries on as before.
        </Trans>
      </p>
      <Notice look={rehearsal?.openedAt ? 'good' : 'calm'} announced>
        {rehearsal ? (
          <Trans>
            Last rehearsal: <RehearsalResult rehearsal={rehearsal} />
          </Trans>
        ) : (
          <RehearsalResult rehearsal={null} />
        )}
      </Notice>
      <ProblemNotice error={error} />
      <Button look={waits ? 'second' : 'main'} onPress={begin} isPending={isPending}>
        {rehearsal ? <Trans>Rehearse again</Trans> : <Trans>Start the rehearsal</Trans>}
      </Button>
    </Card>
  );
}
