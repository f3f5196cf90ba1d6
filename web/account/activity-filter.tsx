import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { ActivityType } from '../api/schemas.ts';
import { ACTIVITY_TYPES, SENTENCES, type SentenceFacts } from './activity-sentences.ts';

const NOTHING: SentenceFacts = { values: {}, name: null, status: String, moment: String };

interface ActivityFilterProps {
  value: ActivityType | null;
  onChange(type: ActivityType | null): void;
}

/** There are about forty kinds, so this is the browser's own list, which suits phones. */
export function ActivityFilter({ value, onChange }: ActivityFilterProps) {
  const { _, i18n } = useLingui();
  const id = useId();
  const kinds = ACTIVITY_TYPES.map((type) => ({ type, words: _(SENTENCES[type](NOTHING)) }));
  kinds.sort((one, other) => one.words.localeCompare(other.words, i18n.locale));
  return (
    <div className="field narrow">
      <label htmlFor={id}>
        <Trans>Show only</Trans>
      </label>
      <select
        id={id}
        className="select"
        value={value ?? ''}
        onChange={(event) => onChange((event.target.value || null) as ActivityType | null)}
      >
        <option value="">
          <Trans>Everything</Trans>
        </option>
        {kinds.map(({ type, words }) => (
          <option key={type} value={type}>
            {words.replace(/\.$/, '')}
          </option>
        ))}
      </select>
    </div>
  );
}
