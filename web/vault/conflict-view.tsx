/** Two versions of an entry side by side, after two devices have changed it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { baseName, isSecret } from '../../client/fields.ts';
import type { Content } from '../../crypto/index.ts';
import { useFieldName } from '../entries/entry-words.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { differences, type PartDifference, resolve, type Side } from './conflict.ts';
import type { FullItem } from './full-item.ts';
import { isKind, KIND_NAMES } from './kinds.ts';
import { CoveredValue } from './secret-value.tsx';

interface ConflictProps {
  mine: Content;
  theirs: FullItem;
  error: unknown;
  isPending: boolean;
  onChoose(content: Content): void;
  onKeepBoth(): void;
}

const keyOf = (difference: PartDifference): string =>
  difference.part === 'field' ? `field ${difference.name}` : difference.part;

export function Conflict({ mine, theirs, error, isPending, onChoose, onKeepBoth }: ConflictProps) {
  const { t } = useLingui();
  const fieldName = useFieldName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const [areShown, show] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const parts = { kind: t`Kind`, title: t`Title`, category: t`Category`, tags: t`Tags` };
  function label(difference: PartDifference): string {
    return difference.part === 'field' ? fieldName(difference.name) : parts[difference.part];
  }
  const found = differences(mine, theirs.content);
  const isCovered = (difference: PartDifference) =>
    difference.part === 'field' &&
    [mine, theirs.content].some((content) => isSecret(content, difference.name)) &&
    baseName(difference.name) !== 'data';
  const shown = (difference: PartDifference, side: Side) => (
    <Shown {...{ difference, side }} isCovered={isCovered(difference) && !areShown} />
  );
  return (
    <section className="conflict form">
      <h2 className="pane-title" ref={heading} tabIndex={-1}>
        <Trans>This entry was changed in two places</Trans>
      </h2>
      <p>
        <Trans>
          It was also changed in another tab or on another device, on{' '}
          <Moment at={theirs.updatedAt} as="short moment" />. Nothing was overwritten. Choose which version to
          keep.
        </Trans>
      </p>
      {found.some(isCovered) && (
        <div>
          <Button look="second" size="small" onPress={() => show(!areShown)}>
            {areShown ? <Trans>Hide secret values</Trans> : <Trans>Show secret values</Trans>}
          </Button>
        </div>
      )}
      {found.map((difference) => (
        <RadioGroup<Side>
          key={keyOf(difference)}
          label={label(difference)}
          value={sides[keyOf(difference)] ?? 'mine'}
          onChange={(side) => setSides({ ...sides, [keyOf(difference)]: side })}
          options={[
            {
              value: 'mine',
              label: t`Your version`,
              description: shown(difference, 'mine'),
            },
            {
              value: 'theirs',
              label: t`The other version`,
              description: shown(difference, 'theirs'),
            },
          ]}
        />
      ))}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button
          isPending={isPending}
          onPress={() => onChoose(resolve(mine, theirs.content, (each) => sides[keyOf(each)] ?? 'mine'))}
        >
          <Trans>Save my selection</Trans>
        </Button>
        <Button look="second" isDisabled={isPending} onPress={onKeepBoth}>
          <Trans>Keep both as two entries</Trans>
        </Button>
      </div>
    </section>
  );
}

interface ShownProps {
  difference: PartDifference;
  side: Side;
  isCovered: boolean;
}

function Shown({ difference, side, isCovered }: ShownProps) {
  const { t, i18n } = useLingui();
  const value = difference[side];
  if (value === null || value === '') return <span className="compared">{t`Empty`}</span>;
  if (difference.part === 'field' && baseName(difference.name) === 'data')
    return <span className="compared">{side === 'mine' ? t`Your file` : t`The other file`}</span>;
  if (difference.part === 'kind' && isKind(value))
    return <span className="compared">{i18n._(KIND_NAMES[value])}</span>;
  if (isCovered) return <CoveredValue className="compared" />;
  return <span className="compared">{value}</span>;
}
