/** /start: one letter, one person, one interval. Each step can be skipped, and done later elsewhere. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered } from '../../client/api.ts';
import type { Content } from '../../crypto/index.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { SealedLetter } from '../pictures/sealed-letter.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { OwnLetter } from '../successors/own-letter.tsx';
import { PersonFields, personIn } from '../successors/person-fields.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedDialog, useSaveOnLeave } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { draftAt, dropDraft, keepDraft, useStillSaving, withSavingMarked } from '../vault/drafts.ts';
import { emptyContent } from '../vault/kinds.ts';
import { noteChanged } from '../vault/opened.ts';
import { StillSaving } from '../vault/still-saving.tsx';
import { Interval } from './interval.tsx';
import { refreshSwitch, type SwitchFacts, useSwitch } from './use-switch.ts';
import './switch.css';

const STEPS = ['letter', 'person', 'interval', 'done'] as const;
type StartStep = (typeof STEPS)[number];

/** What has been done here so far. */
interface Begun {
  to: string;
  invited: { name: string; email: string } | null;
}

interface StepProps {
  begun: Begun;
  onDone(begun: Partial<Begun>): void;
}

export default function Start() {
  const { data, error, readAgain } = useSwitch();
  const usage = $api.useQuery('get', '/billing/status', {}, { staleTime: 0 });
  const isStillSaving = useStillSaving(PLACE);
  if (!data || !usage.data) {
    const failure = error ?? usage.error;
    const tryAgain = () => {
      readAgain();
      void usage.refetch();
    };
    return failure ? <ProblemNotice error={failure} onTryAgain={tryAgain} /> : <Loading />;
  }
  if (isStillSaving)
    return (
      <div className="narrow">
        <LetterTitle />
        <StillSaving />
      </div>
    );
  const isLetterThere = usage.data.usage.entries > 0;
  const first = !isLetterThere ? 'letter' : data.successors.length === 0 ? 'person' : 'interval';
  return <Steps first={first} facts={data} />;
}

function Steps({ first, facts }: { first: StartStep; facts: SwitchFacts }) {
  const [step, go] = useState<StartStep>(first);
  const [begun, begin] = useState<Begun>({ to: '', invited: null });
  const at = STEPS.indexOf(step);
  const onDone = (change: Partial<Begun>) => {
    begin({ ...begun, ...change });
    go(STEPS[at + 1] ?? 'done');
  };
  if (step === 'done') return <Done {...begun} />;
  const [number, most] = [at + 1, STEPS.length - 1];
  return (
    <div className="narrow">
      <p className="quiet">
        <Trans>
          Step {number} of {most}
        </Trans>
      </p>
      {step === 'letter' && <Letter begun={begun} onDone={onDone} />}
      {step === 'person' && <Person begun={begun} onDone={onDone} />}
      {step === 'interval' && <Waiting begun={begun} onDone={onDone} settings={facts.settings} />}
      <p className="actions">
        <Button look="quiet" onPress={() => onDone({})}>
          <Trans>Do this later</Trans>
        </Button>
      </p>
    </div>
  );
}

/** As on /vault/new/letter, where a letter that was begun here is found again. */
const PLACE = 'new letter';

const LetterTitle = () => (
  <PageTitle>
    <Trans>A few lines to someone</Trans>
  </PageTitle>
);

const isEmpty = ({ fields: { to = '', text = '' } }: Content) => to === '' && text === '';

function Letter({ onDone }: StepProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [draft] = useState(() => draftAt(PLACE));
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [content, setContent] = useState(draft?.content ?? emptyContent('letter'));
  const { to = '', text = '' } = content.fields;
  const saveOnLeave = useSaveOnLeave();
  const save = async () => {
    const target = saveOnLeave.target();
    const name = to.trim();
    const title = content.title || t`A letter to ${name}`;
    const written = { ...content, title, fields: { ...content.fields, to: name } };
    noteChanged(await keys.addEntry({ id, content: written }));
    dropDraft(PLACE);
    await refresh('/billing');
    if (target === null) onDone({ to: name });
    else navigate(target);
  };
  const { run, isPending, isDone, error } = useTask(() => withSavingMarked(PLACE, save));

  function change(fields: Record<string, string>) {
    // Text typed while saving would be lost with the form.
    if (isPending) return;
    const next = { ...content, fields: { ...content.fields, ...fields } };
    setContent(next);
    if (isEmpty(next)) dropDraft(PLACE);
    else keepDraft(PLACE, { id, content: next, version: null });
  }
  return (
    <>
      <LetterTitle />
      <p>
        <Trans>
          They’re encrypted in this browser before they reach us. You can change them at any time, and add
          passwords and documents later.
        </Trans>
      </p>
      <Form ref={saveOnLeave.form} onSubmit={run} autoComplete="off">
        <TextField
          label={t`To`}
          value={to}
          onChange={(next) => change({ to: next })}
          maxLength={100}
          autoComplete="off"
          isRequired
        />
        <TextField
          label={t`Your letter`}
          lines={8}
          value={text}
          onChange={(next) => change({ text: next })}
          autoComplete="off"
          isRequired
        />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Save and continue</Trans>
        </Button>
      </Form>
      <UnsavedDialog
        isUnsaved={!isEmpty(content) && !isPending && !isDone}
        onSave={saveOnLeave.save}
        onDiscard={() => dropDraft(PLACE)}
      />
    </>
  );
}

function Person({ begun, onDone }: StepProps) {
  const confirmed = useConfirmed();
  const { run, isPending, error } = useTask(async (form: FormData) => {
    const invited = personIn(form);
    await confirmed(() => keys.inviteSuccessor({ ...invited, restrictToAssignedEntries: true }));
    await refresh('/successors', '/inactivity');
    onDone({ invited });
  });
  return (
    <>
      <PageTitle key="person">
        <Trans>Who should receive it?</Trans>
      </PageTitle>
      <p>
        <Trans>
          Choose someone you trust and can call. They don’t need an account. Until a handover, they see
          nothing of your vault.
        </Trans>
      </p>
      <Form onSubmit={run}>
        <PersonFields name={begun.to} />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Send the invitation</Trans>
        </Button>
      </Form>
    </>
  );
}

function Waiting({ onDone, settings }: StepProps & Pick<SwitchFacts, 'settings'>) {
  const confirmed = useConfirmed();
  const [edited, setDays] = useState<number | null>(null);
  const days = edited ?? settings.thresholdDays;
  const { run, isPending, error } = useTask(async () => {
    const body = { thresholdDays: days };
    if (days !== settings.thresholdDays) {
      await confirmed(() => answered(api.PUT('/inactivity/settings', { body })));
      await refreshSwitch();
    }
    onDone({});
  });
  return (
    <>
      <PageTitle key="interval">
        <Trans>How long should we wait?</Trans>
      </PageTitle>
      <p>
        <Trans>
          Logging in, or a click in one of our reminders, tells us that you’re well. If we hear nothing for
          this long, a grace period begins, and only then do we ask your successors.
        </Trans>
      </p>
      <Form onSubmit={run}>
        <Interval days={days} onChange={setDays} />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Save and continue</Trans>
        </Button>
      </Form>
    </>
  );
}

function Done({ invited }: Begun) {
  const name = invited?.name;
  const session = useSession();
  const language = session.state === 'in' ? session.user.language : 'en';
  return (
    <div className="narrow">
      <PageTitle key="done">
        <Trans>You’ve begun</Trans>
      </PageTitle>
      <SealedLetter />
      {invited ? (
        <>
          <p className="lead">
            <Trans>
              {name} gets an email from us. Once they’ve made their recovery kit, compare six words on the
              phone, and choose what they get. We’ll tell you when it’s time.
            </Trans>
          </p>
          <OwnLetter name={invited.name} language={language} />
        </>
      ) : (
        <p className="lead">
          <Trans>The home page shows what’s still missing, and takes you there.</Trans>
        </p>
      )}
      <div className="actions">
        <ButtonLink size="big" href="/">
          <Trans>Go to the home page</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}
