/** When reminders go out. People think in days and dates, but the service stores percentages. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { planned } from '../../switch/plan.ts';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moment.tsx';
import { NumberField } from '../ui/number-field.tsx';

const MOST = 5;
const PERCENT = { style: 'unit', unit: 'percent' } as const;

interface RemindersProps {
  percents: readonly number[];
  thresholdDays: number;
  /** When each goes out or went out, as far as known. */
  moments: ReadonlyMap<number, number>;
  onChange(percents: number[]): void;
}

/** The others and this percentage. If it's taken, the next free one in this direction, or else in the other. */
function withOne(others: readonly number[], percent: number, step: 1 | -1): number[] {
  let free = percent;
  while (others.includes(free)) free += step;
  if (free < 1 || free > 99) return withOne(others, percent, step === 1 ? -1 : 1);
  return [...others, free].sort((a, b) => a - b);
}

/** One more, nearer to the deadline if there is room. */
function withAnother(percents: readonly number[]): number[] {
  const last = percents.at(-1) ?? 50;
  return withOne(percents, Math.min(99, last + Math.max(1, Math.round((100 - last) / 2))), 1);
}

export function Reminders({ percents, thresholdDays, moments, onChange }: RemindersProps) {
  const without = (index: number) => percents.filter((_, i) => i !== index);
  const days = planned({ thresholdDays, reminderPercents: percents }, { dayMs: 1 }).map(Math.round);
  return (
    <fieldset className="field reminders">
      <legend>
        <Trans>Reminders</Trans>
      </legend>
      <p className="quiet">
        <Trans>
          Each is an email to you with a link for checking in. The percentage shows how much of that time will
          have passed.
        </Trans>
      </p>
      {percents.map((percent, index) => (
        <OneReminder
          // Values change while people type, so the order is what stays.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          n={index + 1}
          percent={percent}
          days={days[index] ?? 0}
          daysLeft={Math.max(1, thresholdDays - (days[index] ?? 0))}
          at={moments.get(index + 1)}
          onChange={(value) => onChange(withOne(without(index), value, value > percent ? 1 : -1))}
          onRemove={percents.length > 1 ? () => onChange(without(index)) : undefined}
        />
      ))}
      {percents.length < MOST && (
        <Button look="second" size="small" onPress={() => onChange(withAnother(percents))}>
          <Trans>One more reminder</Trans>
        </Button>
      )}
    </fieldset>
  );
}

interface OneReminderProps {
  n: number;
  percent: number;
  /** After how many days of silence. */
  days: number;
  daysLeft: number;
  at: number | undefined;
  onChange(percent: number): void;
  onRemove: (() => void) | undefined;
}

function OneReminder({ n, percent, days, daysLeft, at, onChange, onRemove }: OneReminderProps) {
  const { t } = useLingui();
  const dateOf = useMoments();
  const date = at === undefined ? null : dateOf(new Date(at), 'short day');
  return (
    <div className="row">
      <NumberField
        label={t`Reminder ${n}`}
        value={percent}
        minValue={1}
        maxValue={99}
        formatOptions={PERCENT}
        onChange={onChange}
      />
      <span className="quiet">
        {date === null ? (
          <Plural value={days} one="After # day" other="After # days" />
        ) : (
          <Plural value={days} one={`After # day, on ${date}`} other={`After # days, on ${date}`} />
        )}
        <br />
        <Plural value={daysLeft} one="# day left then" other="# days left then" />
      </span>
      {onRemove && (
        <Button look="quiet" size="small" aria-label={t`Remove reminder ${n}`} onPress={onRemove}>
          <Trash2 aria-hidden="true" size={18} />
        </Button>
      )}
    </div>
  );
}
