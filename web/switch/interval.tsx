/** How long the service waits for a sign of life: a usual period, or any number of days. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { RadioGroup } from '../ui/choice.tsx';
import { NumberField } from '../ui/number-field.tsx';

const USUAL = ['30', '90', '180', '365'] as const;
type Usual = (typeof USUAL)[number];

const isUsual = (days: string): days is Usual => USUAL.some((each) => each === days);

interface IntervalProps {
  days: number;
  onChange(days: number): void;
}

export function Interval({ days, onChange }: IntervalProps) {
  const { t } = useLingui();
  // Someone who types another period may pass a usual one on the way.
  const [wantsOther, wantOther] = useState(!isUsual(`${days}`));
  const isOther = wantsOther || !isUsual(`${days}`);
  const words: Record<Usual, string> = {
    30: t`One month`,
    90: t`Three months`,
    180: t`Six months`,
    365: t`One year`,
  };
  function choose(value: Usual | 'other') {
    wantOther(value === 'other');
    if (value !== 'other') onChange(Number(value));
  }
  return (
    <>
      <RadioGroup<Usual | 'other'>
        label={t`How long we wait for a sign of life from you`}
        description={t`We remind you several times before it’s over. Choose a period longer than your longest trip.`}
        value={isOther ? 'other' : (`${days}` as Usual)}
        onChange={choose}
        options={[
          ...USUAL.map((value) => ({ value, label: words[value] })),
          { value: 'other' as const, label: <Trans>Another period</Trans> },
        ]}
      />
      {isOther && (
        <NumberField
          label={t`Days of silence until the final notice`}
          description={t`From 7 days to 2 years.`}
          value={days}
          onChange={onChange}
          minValue={7}
          maxValue={730}
          isRequired
        />
      )}
    </>
  );
}
