/** The settings of the switch, with a picture of what they would bring before they are saved. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { CheckInByLink } from './check-in-by-link.tsx';
import { ContactMonths } from './contact-months.tsx';
import { Interval } from './interval.tsx';
import { pictureOf } from './picture.ts';
import { Reminders } from './reminders.tsx';
import { Timeline } from './timeline.tsx';
import { pictureInput, refreshSwitch, type SwitchFacts, useSwitch } from './use-switch.ts';
import './switch.css';

export default function SwitchSettings() {
  const { data, error, readAgain } = useSwitch();
  return (
    <div className="stack">
      <PageTitle>
        <Trans>How your switch works</Trans>
      </PageTitle>
      {data ? (
        <SettingsForm facts={data} />
      ) : error ? (
        <ProblemNotice error={error} onTryAgain={readAgain} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

type Edited = Partial<
  Pick<SwitchFacts['settings'], 'thresholdDays' | 'reminderPercents' | 'quorum' | 'accessDays'>
>;

function SettingsForm({ facts }: { facts: SwitchFacts }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { settings, successors } = facts;
  // Only what was changed here: the rest may change in another tab or on another device.
  const [edited, setEdited] = useState<Edited>({});
  const edit = (change: Edited) => setEdited({ ...edited, ...change });

  const draft = { ...settings, ...edited };
  const isChanged = Object.entries(edited).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name as keyof Edited]),
  );
  const picture = pictureOf({ ...pictureInput(facts), ...(isChanged ? { draft } : {}) });
  const verified = successors.filter((each) => each.verified && !each.optedOut).length;
  const holders = successors.some(({ encryptedShare }) => encryptedShare !== null);

  const {
    run: save,
    isPending,
    isDone,
    error,
  } = useTask(async () => {
    if (!isChanged) return;
    await confirmed(() => answered(api.PUT('/inactivity/settings', { body: edited })));
    await refreshSwitch();
    // More may have been typed by now.
    setEdited((now) => (now === edited ? {} : now));
  });

  return (
    <>
      <Card>
        <Form onSubmit={save}>
          <Interval days={draft.thresholdDays} onChange={(thresholdDays) => edit({ thresholdDays })} />
          <details className="more-settings">
            <summary>
              <Trans>More: reminders, how many must accept, how long they can read</Trans>
            </summary>
            <Reminders
              percents={draft.reminderPercents}
              thresholdDays={draft.thresholdDays}
              moments={
                new Map(
                  picture.marks.flatMap(({ kind, n, at }) => (kind === 'reminder' && n ? [[n, at]] : [])),
                )
              }
              onChange={(reminderPercents) => edit({ reminderPercents })}
            />
            <NumberField
              label={t`How many successors must accept`}
              description={
                holders
                  ? t`Everything you leave was prepared for this number. You can change it under “Successors”.`
                  : t`Before anyone can open anything.`
              }
              value={draft.quorum}
              onChange={(quorum) => edit({ quorum })}
              minValue={1}
              maxValue={Math.max(1, Math.min(15, Math.max(verified, settings.quorum)))}
              isDisabled={holders}
              isRequired
            />
            <NumberField
              label={t`Days a successor can read it`}
              description={t`From the day they accept: 7 days to a year.`}
              value={draft.accessDays}
              onChange={(accessDays) => edit({ accessDays })}
              minValue={7}
              maxValue={365}
              isRequired
            />
          </details>
          <ProblemNotice error={error} />
          <div className="row">
            <Button type="submit" isPending={isPending}>
              <Trans>Save</Trans>
            </Button>
            <ButtonLink look="second" href="/">
              <Trans>Back</Trans>
            </ButtonLink>
          </div>
          {/* Below the button: it must not move while someone is pressing it. */}
          {isChanged && picture.restartsClock && (
            <Notice>
              <Trans>Saving this starts the clock again.</Trans>
            </Notice>
          )}
          {isDone && !isChanged && (
            <Notice look="good" announced>
              <Trans>Saved. If this makes your switch act sooner, we’ll tell you by email too.</Trans>
            </Notice>
          )}
        </Form>
      </Card>
      <Card
        title={
          isChanged
            ? t`What happens with these settings if we don’t hear from you`
            : t`What happens if we don’t hear from you`
        }
      >
        <Timeline picture={picture} isPreview={isChanged} />
        {settings.creditedMs > 0 && (
          <p className="quiet">
            <Plural
              value={Math.max(1, Math.round(settings.creditedMs / 3_600_000))}
              one="Part of our service didn’t work for about # hour. That time isn’t counted."
              other="Part of our service didn’t work for about # hours. That time isn’t counted."
            />
          </p>
        )}
      </Card>
      <CheckInByLink settings={settings} />
      <ContactMonths settings={settings} />
      <UnsavedDialog isUnsaved={isChanged && !isPending} />
    </>
  );
}
