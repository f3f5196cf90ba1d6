import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { Addresses } from './addresses.tsx';
import { ChangeAddress } from './change-address.tsx';
import { Departed } from './departed.tsx';
import { Gone, NotRead } from './gone.tsx';
import { NewSheet } from './new-sheet.tsx';
import { NextStep } from './next-step.tsx';
import { Rehearse } from './rehearse.tsx';
import { Remove } from './remove.tsx';
import { SecondAddress } from './second-address.tsx';
import { StepList } from './step-list.tsx';
import { nextFor, stepsDone } from './steps.ts';
import { type ListedPerson, type People, refreshPeople, type Successor, usePeople } from './succession.ts';
import './successors.css';

interface SavingProps {
  title: ReactNode;
  save(form: FormData): Promise<unknown>;
  children: ReactNode;
}

/** A card with a form of its own. */
function Saving({ title, save, children }: SavingProps) {
  const confirmed = useConfirmed();
  const { run, isPending, isDone, error } = useTask(async (form: FormData) => {
    await confirmed(() => save(form));
    await refreshPeople();
  });

  return (
    <Card title={title}>
      <Form onSubmit={run}>
        {children}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look="second" isPending={isPending}>
            <Trans>Save</Trans>
          </Button>
          <span role="status">{isDone && <Trans>Saved.</Trans>}</span>
        </div>
      </Form>
    </Card>
  );
}

function Delay({ successor: { id, name, handoverDelayDays } }: { successor: Successor }) {
  const { t } = useLingui();
  const [days, setDays] = useState(handoverDelayDays);
  return (
    <Saving
      title={<Trans>When {name} is asked</Trans>}
      save={() =>
        answered(api.PUT('/successors/{id}', { params: { path: { id } }, body: { handoverDelayDays: days } }))
      }
    >
      <NumberField
        label={t`Days to wait`}
        description={t`Counted from the end of your grace period. With 0, they’re asked at once.`}
        minValue={0}
        maxValue={365}
        value={days}
        onChange={setDays}
      />
    </Saving>
  );
}

function Name({ successor: { id, name } }: { successor: Successor }) {
  const { t } = useLingui();
  return (
    <Saving
      title={<Trans>Name</Trans>}
      save={(form) => keys.renameSuccessor({ id, name: String(form.get('name')).trim() })}
    >
      <TextField
        label={t`The name you know them by`}
        name="name"
        defaultValue={name}
        maxLength={100}
        isRequired
      />
    </Saving>
  );
}

function Loaded({ successor, standing, all }: ListedPerson & { all: People }) {
  const { t } = useLingui();
  const { id, name, verified } = successor;
  const next = nextFor(successor, standing);
  const done = stepsDone(successor, standing);
  const people = all.people ?? [];
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Addresses successor={successor} />
      {/* This person is leaving only now, in the dialog below. */}
      {all.succession?.departed.every((each) => each.id !== id) && (
        <Departed succession={all.succession} people={people} />
      )}
      <StepList done={done} label={t`Progress with ${name}`} />
      {next !== 'rehearse' && <NextStep next={next} successor={successor} standing={standing} />}
      <div className="stack">
        {standing?.isCompared && !successor.optedOut && verified && <Rehearse successor={successor} />}
        <Delay key={`${id} delay`} successor={successor} />
        <Name key={`${id} name`} successor={successor} />
        <NewSheet {...{ successor, standing, people }} threshold={all.succession?.threshold ?? null} />
        <ChangeAddress {...{ successor, standing, people }} threshold={all.succession?.threshold ?? null} />
        <SecondAddress successor={successor} />
        <Remove
          successor={successor}
          standing={standing}
          people={people}
          threshold={all.succession?.threshold ?? null}
        />
      </div>
    </>
  );
}

export default function PersonPage() {
  const { id } = useParams<{ id: string }>();
  const all = usePeople();
  const last = useRef<ListedPerson | null>(null);
  if (!all.people) return <NotRead {...all} />;
  // A successor who has just been removed stays visible until the dialog has said so.
  const found = all.people.find(({ successor }) => successor.id === id) ?? last.current;
  if (found?.successor.id !== id) return <Gone />;
  last.current = found;
  return <Loaded key={id} {...found} all={all} />;
}
