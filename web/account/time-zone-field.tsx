import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';

/** Zones by part of the world, such as `Europe` with `Europe/Berlin`. */
function zonesByPart(value: string): [part: string, zones: string[]][] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value]);
  const parts = Map.groupBy([...zones].sort(), (zone) => (zone.includes('/') ? zone.split('/')[0]! : ''));
  return [...parts].sort(([one], [other]) => one.localeCompare(other));
}

/** `America/Argentina/Buenos_Aires` is called Buenos Aires, Argentina. */
const cityOf = (zone: string): string =>
  zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone;

interface TimeZoneFieldProps {
  value: string;
  onChange(zone: string): void;
}

/** There are about four hundred zones, so this is the browser's own list, which suits phones. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const [parts] = useState(() => zonesByPart(value));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hereName = cityOf(here);
  const names: Record<string, string> = {
    Africa: t`Africa`,
    America: t`America`,
    Antarctica: t`Antarctica`,
    Arctic: t`Arctic`,
    Asia: t`Asia`,
    Atlantic: t`Atlantic`,
    Australia: t`Australia`,
    Europe: t`Europe`,
    Indian: t`Indian Ocean`,
    Pacific: t`Pacific`,
    '': t`Everywhere`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        <Trans>Time zone</Trans>
      </label>
      <span id={`${id}-hint`} className="quiet">
        <Trans>For the times in our emails to you.</Trans>
      </span>
      <select
        id={id}
        className="select"
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {parts.map(([part, zones]) => (
          <optgroup key={part} label={names[part] ?? part}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {cityOf(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {here !== value && (
        <div>
          <Button look="quiet" size="small" onPress={() => onChange(here)}>
            <Trans>Use this device’s: {hereName}</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
