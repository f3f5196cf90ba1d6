import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { answered } from '../../client/api.ts';
import type { Succession } from '../../client/succession.ts';
import { api } from '../api/client.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { Addresses } from './addresses.tsx';
import { ChangeAddress } from './change-address.tsx';
import { DepartedNotice } from './departed-notice.tsx';
import { NewSheet } from './new-sheet.tsx';
import { NextStep } from './next-step.tsx';
import { SuccessorNotFound, SuccessorsPlaceholder } from './placeholders.tsx';
import { Rehearse } from './rehearse.tsx';
import { Remove } from './remove.tsx';
import { SecondAddress } from './second-address.tsx';
import { StepList } from './step-list.tsx';
import { nextFor, stepsDone } from './steps.ts';
import {
  type ListedPerson,
  type ReadPerson,
  refreshPeople,
  type Successor,
  usePeople,
} from './succession.ts';
import './successors.css';

interface FormCardProps {
  title: ReactNode;
  /** Whether what it shows differs from what is saved. */
  isChanged: boolean;
  save(): Promise<unknown>;
  children: ReactNode;
}

/** A typed value, shown until the list has it. Then the list's is shown, because another device may change it. */
function useTyped<T>(listed: T, asSaved = (typed: T) => typed) {
  const [typed, type] = useState<T | null>(null);
  const settle = useEffectEvent(() => {
    if (typed !== null && asSaved(typed) === listed) type(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the list says that it was saved
  useEffect(() => settle(), [listed]);
  // What was changed back isn't typed any more: it must not hide what another device saves.
  const change = (next: T) => type(next === listed ? null : next);
  return [typed ?? listed, change, typed !== null && asSaved(typed) !== listed] as const;
}

/** A card with a form of its own. */
function FormCard({ title, isChanged, save, children }: FormCardProps) {
  const confirmed = useConfirmed();
  const { run, isPending, isDone, error } = useTask(async () => {
    await confirmed(save);
    await refreshPeople();
  });

  return (
    <Card title={title}>
      <Form onSubmit={() => run()}>
        {children}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look="second" isPending={isPending}>
            <Trans>Save</Trans>
          </Button>
          <span role="status">{isDone && !isChanged && <Trans>Saved.</Trans>}</span>
        </div>
      </Form>
      <UnsavedDialog isUnsaved={isChanged && !isPending} />
    </Card>
  );
}

function Delay({ successor: { id, name, handoverDelayDays } }: { successor: Successor }) {
  const { t } = useLingui();
  const [days, type, isChanged] = useTyped(handoverDelayDays);
  return (
    <FormCard
      title={<Trans>When {name} is asked</Trans>}
      isChanged={isChanged}
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
        onChange={type}
      />
    </FormCard>
  );
}

/** A name as the service stores it. */
const asStored = (typed: string): string => typed.trim().normalize('NFC');

function Name({ successor: { id, name } }: { successor: Successor }) {
  const { t } = useLingui();
  const [shown, type, isChanged] = useTyped(name, asStored);
  return (
    <FormCard
      title={<Trans>Name</Trans>}
      isChanged={isChanged}
      save={() => keys.renameSuccessor({ id, name: shown })}
    >
      <NameField label={t`The name you know them by`} value={shown} onChange={type} />
    </FormCard>
  );
}

interface LoadedProps extends ReadPerson {
  people: readonly ListedPerson[];
  succession: Succession;
}

function Loaded({ successor, state, people, succession }: LoadedProps) {
  const { t } = useLingui();
  const { id, name, verified } = successor;
  const next = nextFor(successor, state);
  const done = stepsDone(successor, state);
  const departure = { successor, state, people, succession };
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Addresses successor={successor} />
      {/* This person is leaving only now, in the dialog below. */}
      {succession.departed.every((each) => each.id !== id) && (
        <DepartedNotice succession={succession} people={people} />
      )}
      <StepList done={done} label={t`Progress with ${name}`} />
      {next !== 'rehearse' && <NextStep next={next} successor={successor} state={state} />}
      <div className="stack">
        {state.isCompared && !successor.optedOut && verified && <Rehearse successor={successor} />}
        <Delay successor={successor} />
        <Name successor={successor} />
        <NewSheet {...departure} />
        <ChangeAddress {...departure} />
        <SecondAddress successor={successor} />
        <Remove {...departure} />
      </div>
    </>
  );
}

export default function PersonPage() {
  const { id } = useParams<{ id: string }>();
  const all = usePeople();
  const last = useRef<ReadPerson | null>(null);
  const { people, succession } = all;
  if (!people || !succession) return <SuccessorsPlaceholder {...all} />;
  const listed = people.find(({ successor }) => successor.id === id);
  // A successor who has just been removed stays visible until the dialog has said so.
  const found = listed?.state ? { ...listed, state: listed.state } : last.current;
  if (found?.successor.id !== id) return listed ? <SuccessorsPlaceholder {...all} /> : <SuccessorNotFound />;
  last.current = found;
  return <Loaded key={id} {...found} people={people} succession={succession} />;
}
