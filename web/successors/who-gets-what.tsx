import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { changedNothing } from '../../client/problem.ts';
import type { SuccessionChoices } from '../../client/sealing.ts';
import { CryptoError } from '../../crypto/index.ts';
import { $api, refresh } from '../api/queries.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loading, Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { warnDuring } from '../ui/use-warning.ts';
import { type Choices, changesOf, initialChoices, successorChoicesOf, withoutEntry } from './choices.ts';
import { AgreeOnDifference } from './difference.tsx';
import { type ListedEntries, useListedEntries } from './entries.ts';
import { Matrix } from './matrix.tsx';
import { useCount } from './new-keys.tsx';
import { isAble } from './renew-keys.tsx';
import { SaveDialog, type SuccessionChange } from './save-dialog.tsx';
import { type ListedPerson, type People, refreshPeople, usePeople } from './succession.ts';
import { Threshold } from './threshold.tsx';
import './successors.css';

interface ChoicesEditorProps {
  able: ListedPerson[];
  waiting: ListedPerson[];
  /** How many must accept, by the owner's own record. Null if nothing was decided. */
  decided: number | null;
  /** How many must accept, as the switch has it. The owner may have set it there before anything was prepared. */
  quorum: number;
  items: NonNullable<ListedEntries['items']>;
}

/** The change that the owner was asked about, as it was then: saving it changes what the service says. */
interface ChangeToSave extends SuccessionChange {
  successionChoices: SuccessionChoices;
}

/** Errors that mean that the page doesn't show what is stored. */
const OUT_OF_DATE = ['decided_elsewhere', 'decision_differs', 'key_swapped', 'list_rolled_back'];

/** Whether someone doesn't want to be a successor, and the owner knows. */
const isGone = ({ successor, state }: ListedPerson): boolean => successor.optedOut && !state?.difference;

/** The successors who can't get anything yet, and why. */
function Waiting({ people }: { people: readonly ListedPerson[] }) {
  if (people.length === 0) return null;
  const names = people.map(({ successor }) => successor.name).join(', ');
  return (
    <Notice>
      <Trans>Not listed yet: {names}. Compare the words first, and then you can leave them something.</Trans>{' '}
      <Link href="/successors">
        <Trans>Show the next steps</Trans>
      </Link>
    </Notice>
  );
}

function ChoicesEditor({ able, waiting, decided, quorum, items }: ChoicesEditorProps) {
  const confirmed = useConfirmed();
  // Only what was changed here: the rest may change in another tab or on another device.
  const [edited, edit] = useState<Choices>(new Map());
  const [typed, setThreshold] = useState<number | null>(null);
  const quorumBefore = decided ?? quorum;
  // A choice that the record shows too, because it was saved, is no longer a change on this page.
  useEffect(() => {
    const changed = changesOf(able, edited);
    const isAsRecorded = ({ successor: { id } }: ListedPerson) => edited.has(id) && !changed.has(id);
    const recorded = able.filter(isAsRecorded).map(({ successor }) => successor.id);
    if (recorded.length > 0) edit(new Map([...edited].filter(([id]) => !recorded.includes(id))));
    if (typed === quorumBefore) setThreshold(null);
  });
  const [asked, setAsked] = useState<ChangeToSave | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [count, setCount] = useCount();
  const entryId = new URLSearchParams(useSearch()).get('entry');
  const choices: Choices = new Map(
    [...initialChoices(able)].map(([id, begins]) => [id, edited.get(id) ?? begins]),
  );
  const threshold = Math.min(typed ?? quorumBefore, able.length);
  const changes = changesOf(able, choices);
  const isNewThreshold = decided !== threshold;
  const isStale = able.some(
    ({ successor, state }) =>
      successor.sharesStale || successor.encryptedShare === null || (state?.restricted && state.missing),
  );
  const unanswered = [...able, ...waiting].filter(
    ({ successor, state }) =>
      state?.difference &&
      (state.difference.what === 'name' || state.difference.what === 'leaves' || !changes.has(successor.id)),
  );
  const isNothingChosen = changes.size === 0 && !able.some(({ state }) => state?.isDecided);
  const hasWork = !isNothingChosen && (changes.size > 0 || isNewThreshold || isStale);

  const { run, reset, isPending, error } = useTask(async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (problem) {
      if (OUT_OF_DATE.some((code) => hasCode(problem, code))) {
        setAsked(null);
        await refreshPeople();
      } else if (!(problem instanceof CryptoError) && !changedNothing(problem)) {
        // It may have been saved all the same.
        await refreshPeople().catch(() => {});
      }
      // The entry may have been deleted in another tab. The owner is told, and saves again without it.
      if (problem instanceof CryptoError && problem.entryId !== undefined) {
        const { entryId: refused } = problem;
        setAsked(null);
        edit((before) => new Map([...before, ...withoutEntry(choices, refused)]));
        await refresh('/vault/entries for successors', '/successors');
      }
      throw problem;
    }
  });
  const ask = () => {
    setSaved(false);
    return run(async () => {
      const people = successorChoicesOf(able, choices, changes);
      const successionChoices = { threshold, thresholdBefore: decided, people };
      const reasons = await keys.whyNewKeys(successionChoices);
      const change = { people: able, choices, changes, threshold, thresholdBefore: decided, quorumBefore };
      setAsked({ successionChoices, reasons, ...change });
    });
  };
  const save = ({ successionChoices }: ChangeToSave) =>
    run(async () => {
      await confirmed(() => warnDuring(() => keys.saveSuccession(successionChoices, setCount)));
      // Saved already. If the list cannot be read again now, it is read later.
      await refreshPeople().catch(() => {});
      setAsked(null);
      setSaved(true);
    });

  return (
    <>
      <p className="lead">
        <Trans>Choose who gets what. Nothing changes until you save.</Trans>
      </p>
      <Waiting people={waiting.filter((each) => !unanswered.includes(each))} />
      {/* While it is being saved, the service is ahead of the owner's own record. */}
      {!asked &&
        unanswered.map(
          ({ successor, state }) =>
            state && <AgreeOnDifference key={successor.id} successor={successor} state={state} />,
        )}
      {isSaved && !isStale && (
        <Notice look="good" announced title={<Trans>Saved</Trans>}>
          <p>
            <Trans>Each of your successors will get exactly what you chose for them.</Trans>
          </p>
          <ButtonLink href={entryId ? `/vault/${entryId}` : '/'} look="second" size="small">
            {entryId ? <Trans>Back to the entry</Trans> : <Trans>Back to the home page</Trans>}
          </ButtonLink>
        </Notice>
      )}
      {decided !== null && isStale && changes.size === 0 && (
        <Notice>
          <Trans>
            Something has changed since you last saved. Save again so that everything can be opened.
          </Trans>
        </Notice>
      )}
      <Matrix
        people={able}
        items={items}
        choices={choices}
        entryId={entryId}
        onChoose={(id, choice) => {
          setSaved(false);
          edit(new Map(edited).set(id, choice));
        }}
      />
      {able.length > 1 && (
        <Threshold
          able={able.length}
          value={threshold}
          onChange={(next) => {
            setSaved(false);
            setThreshold(next);
          }}
        />
      )}
      {!asked && <ProblemNotice error={error} />}
      <div className="save-bar" id="save" tabIndex={-1}>
        <Button
          size="big"
          onPress={ask}
          isPending={isPending && !asked}
          // With nothing to save, it prepares everything again, as after older keys were put back.
          isDisabled={isNothingChosen || unanswered.length > 0}
        >
          <Trans>Check and save</Trans>
        </Button>
        <span className="quiet" role="status">
          {unanswered.length > 0 ? (
            <Trans>Please answer the question above first.</Trans>
          ) : isNothingChosen ? (
            <Trans>You haven’t chosen anything yet</Trans>
          ) : hasWork ? (
            <Trans>Not saved yet</Trans>
          ) : (
            <Trans>Everything is saved</Trans>
          )}
        </span>
      </div>
      {asked && (
        <SaveDialog
          {...asked}
          items={items}
          isPending={isPending}
          count={count}
          error={error}
          onSave={() => save(asked)}
          onClose={() => {
            setAsked(null);
            reset();
          }}
        />
      )}
      <UnsavedDialog isUnsaved={(edited.size > 0 || typed !== null) && !isSaved} />
    </>
  );
}

/** The people who can be left something, once everything about them is read. */
function Loaded({
  people,
  succession,
}: {
  people: ListedPerson[];
  succession: NonNullable<People['succession']>;
}) {
  const { t } = useLingui();
  const { items, error, progress, readAgain } = useListedEntries();
  const settings = $api.useQuery('get', '/inactivity/settings');
  const able = people.filter((person) => isAble(person) && person.state?.isCompared);
  const waiting = people.filter((person) => !able.includes(person) && !isGone(person));
  if (able.length === 0)
    return (
      <>
        <Waiting people={waiting} />
        {people.length === 0 && (
          <>
            <p>
              <Trans>You haven’t named anyone yet.</Trans>
            </p>
            <ButtonLink href="/successors/invite">
              <Trans>Invite a successor</Trans>
            </ButtonLink>
          </>
        )}
      </>
    );
  if (error && !items) return <ProblemNotice error={error} onTryAgain={readAgain} />;
  if (settings.error && !settings.data)
    return <ProblemNotice error={settings.error} onTryAgain={() => void settings.refetch()} />;
  if (!items || !settings.data)
    return progress.total > 0 ? <Progress label={t`Opening your vault`} {...progress} /> : <Loading />;
  const { quorum } = settings.data.settings;
  return (
    <ChoicesEditor
      able={able}
      waiting={waiting}
      decided={succession.threshold}
      quorum={quorum}
      items={items}
    />
  );
}

export default function WhoGetsWhat() {
  const { t } = useLingui();
  const { people, succession, error, readAgain } = usePeople();
  return (
    <>
      <PageTitle>{t`Who gets what`}</PageTitle>
      <ProblemNotice error={error} onTryAgain={readAgain} />
      {people && succession ? <Loaded people={people} succession={succession} /> : !error && <Loading />}
    </>
  );
}
