/** Stopping the clock until a date, such as for a long journey, and starting it again. */

import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { isoDay, Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 365;

const dateIn = (days: number): string => isoDay(new Date(Date.now() + days * DAY_MS));

export function PauseCard({ settings }: Pick<SwitchFacts, 'settings'>) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const {
    run: resume,
    isPending,
    error,
  } = useTask(async () => {
    await confirmed(() => answered(api.POST('/inactivity/resume')));
    await refreshSwitch();
  });

  async function pause(form: FormData) {
    const day = String(form.get('until'));
    const pausedUntil = new Date(`${day}T00:00`).toISOString();
    await confirmed(() => answered(api.POST('/inactivity/pause', { body: { pausedUntil } })));
    await refreshSwitch();
  }

  if (settings.isPaused) {
    return (
      <Card title={t`Pause`}>
        {settings.pausedUntil && (
          <p>
            <Trans>
              The clock is stopped until <Moment at={settings.pausedUntil} as="day" />.
            </Trans>
          </p>
        )}
        <ProblemNotice error={error} />
        <Button look="second" isPending={isPending} onPress={resume}>
          <Trans>Start the clock now</Trans>
        </Button>
      </Card>
    );
  }
  // The service refuses it during a handover, and nothing runs while the switch is off.
  if (settings.status !== 'armed' && settings.status !== 'reminding') return null;
  return (
    <Card title={t`Going away?`}>
      <p>
        <Trans>
          If you know you’ll be out of reach, in hospital or at sea, stop the clock until you’re back. We’ll
          remind you every month that it’s stopped.
        </Trans>
      </p>
      <AskFirst
        button={(ask) => (
          <Button look="second" onPress={ask}>
            <Trans>Pause the switch</Trans>
          </Button>
        )}
        title={t`Pause the switch`}
        label={t`Pause`}
        keep={t`Don’t pause`}
        work={pause}
      >
        <TextField
          label={t`Until`}
          description={t`The clock starts again on this day, at most a year from now.`}
          name="until"
          type="date"
          defaultValue={dateIn(30)}
          min={dateIn(1)}
          max={dateIn(MOST_DAYS - 1)}
          isRequired
          autoFocus
        />
      </AskFirst>
    </Card>
  );
}
