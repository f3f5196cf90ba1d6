import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';

interface ThresholdProps {
  /** How many successors can get something: their six words were compared, and they haven't opted out. */
  able: number;
  value: number;
  onChange(value: number): void;
}

/** Explains the effect of a threshold. */
function Meaning({ able, value }: { able: number; value: number }) {
  const spare = able - value;
  if (value === 1)
    return (
      <Trans>
        Any one of them can open what you left to them, without the others. If one dies or loses their kit,
        the rest aren’t affected.
      </Trans>
    );
  if (spare === 0)
    return (
      <Trans>
        All of them must accept. If even one of them dies, disappears or loses their kit, nobody can open
        anything.
      </Trans>
    );
  if (spare === 1)
    return (
      <Trans>
        None of them can open anything alone. If one dies or loses their kit, the others can still open
        everything. If two are lost, nobody can open anything.
      </Trans>
    );
  return (
    <Trans>
      None of them can open anything alone. Even if up to {spare} die or lose their kits, the others can still
      open everything.
    </Trans>
  );
}

/** How many must accept before anyone can open anything. */
export function Threshold({ able, value, onChange }: ThresholdProps) {
  const { t } = useLingui();
  return (
    <div className="threshold">
      <NumberField
        label={t`How many of your ${able} successors must accept`}
        minValue={1}
        maxValue={able}
        value={value}
        onChange={onChange}
      />
      <p aria-live="polite">
        <Meaning able={able} value={value} />
      </p>
    </div>
  );
}

interface LoweredThresholdNoticeProps {
  /** How many had to accept, by the owner's own record; null if nothing was decided. */
  decided: number | null;
  threshold: number;
}

/** Shown wherever fewer are about to be enough: a service could cause that by hiding some of them. */
export const LoweredThresholdNotice = ({ decided, threshold }: LoweredThresholdNoticeProps) =>
  decided === null || threshold >= decided ? null : (
    <Notice look="problem" announced>
      <Plural
        value={threshold}
        one={`Previously, ${decided} successors had to accept. From now on, # is enough.`}
        other={`Previously, ${decided} successors had to accept. From now on, # are enough.`}
      />
    </Notice>
  );
