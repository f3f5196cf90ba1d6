import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OpenedEntry } from '../../client/entries.ts';
import type { Reasons } from '../../client/sealing.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { type Choices, differenceBetween, initialChoices } from './choices.ts';
import { type KeyRenewalProgress, NewKeysProgress } from './new-keys.tsx';
import type { ListedPerson } from './succession.ts';
import { LoweredThresholdNotice } from './threshold.tsx';

export interface SuccessionChange {
  people: readonly ListedPerson[];
  choices: Choices;
  changes: ReadonlySet<string>;
  threshold: number;
  /** By the owner's own record. Null if nothing was decided. */
  thresholdBefore: number | null;
  /** The same, or the quorum of the switch if nothing was decided. */
  quorumBefore: number;
  reasons: Reasons;
}

interface SaveDialogProps extends SuccessionChange {
  items: readonly OpenedEntry[];
  isPending: boolean;
  count: KeyRenewalProgress;
  error: unknown;
  onSave(): void;
  onClose(): void;
}

/** Beyond this, titles are only counted. */
const NAMED = 12;

function Titles({ ids, items }: { ids: readonly string[]; items: readonly OpenedEntry[] }) {
  const { t } = useLingui();
  const titles = new Map(items.map(({ id, content }) => [id, content?.title ?? id]));
  const named = ids.slice(0, NAMED).map((id) => {
    const title = titles.get(id) ?? id;
    return t`“${title}”`;
  });
  const rest = ids.length - named.length;
  const list = named.join(', ');
  return rest > 0 ? (
    <Trans>
      {list} and {rest} more
    </Trans>
  ) : (
    list
  );
}

/** The change for one person, in words. */
function Change({
  person,
  items,
  choices,
}: Pick<SaveDialogProps, 'items' | 'choices'> & { person: ListedPerson }) {
  const { id, name } = person.successor;
  const before = initialChoices([person]).get(id);
  const after = choices.get(id);
  if (!before || !after) return null;
  if (after.everything) return <Trans>{name} gets everything, including anything you add later.</Trans>;
  if (after.ids.size === 0) return <Trans>{name} no longer gets anything.</Trans>;
  if (before.everything)
    return (
      <Trans>
        {name} no longer gets everything, only <Titles ids={[...after.ids]} items={items} />.
      </Trans>
    );
  if (person.state?.difference || !person.state?.isDecided)
    return (
      <Trans>
        {name} gets exactly <Titles ids={[...after.ids]} items={items} />.
      </Trans>
    );
  const { gained, lost } = differenceBetween(before, after);
  const parts: ReactNode[] = [];
  if (gained.length > 0)
    parts.push(
      <Trans key="gained">
        {name} also gets <Titles ids={gained} items={items} />.
      </Trans>,
    );
  if (lost.length > 0)
    parts.push(
      <Trans key="lost">
        {name} no longer gets <Titles ids={lost} items={items} />.
      </Trans>,
    );
  return parts.flatMap((part, i) => (i === 0 ? [part] : [' ', part]));
}

/** Describes the changes before they are saved. */
export function SaveDialog(props: SaveDialogProps) {
  const { t } = useLingui();
  const { people, items, choices, changes, threshold, thresholdBefore, quorumBefore, reasons } = props;
  const { isPending, count, error, onSave, onClose } = props;
  const able = people.length;
  const names = (ids: readonly string[]) =>
    people.flatMap(({ successor }) => (ids.includes(successor.id) ? [successor.name] : [])).join(', ');
  const isLowered = threshold < quorumBefore;
  const losing = names(reasons.losing);
  const gone = reasons.departed.map(({ id, name }) => name ?? id).join(', ');
  const isRenewed = losing !== '' || reasons.raisedFrom !== null || gone !== '';
  return (
    <Dialog
      title={t`Save this?`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      mustAnswer
    >
      <ul>
        {people
          .filter(({ successor }) => changes.has(successor.id))
          .map((person) => (
            <li key={person.successor.id}>
              <Change person={person} items={items} choices={choices} />
            </li>
          ))}
        {able > 1 && threshold !== thresholdBefore && (
          <li>
            <Trans>
              {threshold} of your {able} successors must accept before anything is opened.
            </Trans>
          </li>
        )}
        {changes.size === 0 && (able === 1 || threshold === thresholdBefore) && !isLowered && (
          <li>
            <Trans>Nobody gets anything different. Your choices are just prepared again.</Trans>
          </li>
        )}
      </ul>
      <LoweredThresholdNotice decided={quorumBefore} threshold={threshold} />
      {isRenewed && (
        <Notice title={<Trans>The vault gets new keys</Trans>}>
          {losing && (
            <p>
              <Trans>
                Otherwise, {losing} could still open what you’re taking away, with a copy of what was prepared
                before.
              </Trans>
            </p>
          )}
          {reasons.raisedFrom !== null && (
            <p>
              <Plural
                value={reasons.raisedFrom}
                one="What was prepared earlier can still be opened once # successor accepts. New keys put an end to that."
                other="What was prepared earlier can still be opened once # successors accept. New keys put an end to that."
              />
            </p>
          )}
          {gone && (
            <p>
              <Trans>
                {gone} still has keys that should no longer open anything. New keys make them useless.
              </Trans>
            </p>
          )}
          <p>
            <Trans>
              Every entry is re-encrypted. This takes a moment for a large vault. Kits, your password and your
              recovery code remain valid.
            </Trans>
          </p>
        </Notice>
      )}
      {isPending && isRenewed && <NewKeysProgress {...count} />}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button onPress={onSave} isPending={isPending}>
          <Trans>Save</Trans>
        </Button>
        <Button look="second" onPress={onClose} isDisabled={isPending}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
