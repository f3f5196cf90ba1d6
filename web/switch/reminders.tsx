/** When reminders go out. People think in days before the deadline; the service keeps percents of the silence. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { NumberField } from '../ui/number-field.tsx';

const MOST = 5;

interface RemindersProps {
  percents: readonly number[];
  thresholdDays: number;
  onChange(percents: number[]): void;
}

const ascending = (percents: readonly number[]): number[] => [...new Set(percents)].sort((a, b) => a - b);

/** The next free percent, nearer to the deadline if there is room. */
function another(percents: readonly number[]): number {
  const last = percents.at(-1) ?? 50;
  if (last < 99) return Math.min(99, last + Math.max(1, Math.round((100 - last) / 2)));
  for (let percent = 98; percent > 0; percent -= 1) if (!percents.includes(percent)) return percent;
  return 1;
}

export function Reminders({ percents, thresholdDays, onChange }: RemindersProps) {
  const daysLeft = (percent: number) => Math.max(1, Math.round(thresholdDays * (1 - percent / 100)));
  return (
    <fieldset className="field reminders">
      <legend>
        <Trans>Reminders</Trans>
      </legend>
      <p className="quiet">
        <Trans>
          Each is an email to you with a link to check in. After how much of the silence, in percent:
        </Trans>
      </p>
      {percents.map((percent, index) => (
        <OneReminder
          // Values change while people type, so the order is what stays.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          n={index + 1}
          percent={percent}
          daysLeft={daysLeft(percent)}
          onChange={(value) => onChange(ascending(percents.map((each, i) => (i === index ? value : each))))}
          onRemove={percents.length > 1 ? () => onChange(percents.filter((_, i) => i !== index)) : undefined}
        />
      ))}
      {percents.length < MOST && (
        <Button
          look="second"
          size="small"
          onPress={() => onChange(ascending([...percents, another(percents)]))}
        >
          <Trans>One more reminder</Trans>
        </Button>
      )}
    </fieldset>
  );
}

interface OneReminderProps {
  n: number;
  percent: number;
  daysLeft: number;
  onChange(percent: number): void;
  onRemove: (() => void) | undefined;
}

function OneReminder({ n, percent, daysLeft, onChange, onRemove }: OneReminderProps) {
  const { t } = useLingui();
  return (
    <div className="row">
      <NumberField
        label={t`Reminder ${n}`}
        value={percent}
        minValue={1}
        maxValue={99}
        onChange={(value) => value >= 1 && onChange(value)}
      />
      <span className="quiet">
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
