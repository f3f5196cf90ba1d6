import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { $api } from '../api/queries.ts';
import type { ActivityRecord } from '../api/schemas.ts';
import { useMoments } from '../ui/moment.tsx';
import { CHANGED_FIELD_WORDS, SENTENCES, type SentenceFacts, STATUSES } from './activity-sentences.ts';
import { type SentenceValue, sentenceOf } from './activity-words.ts';
import { useDeviceWords } from './device-words.ts';

/** The log has no names, because they change. */
function useSuccessorNames(): (id: SentenceValue | undefined) => string | null {
  const { data } = $api.useQuery('get', '/successors', {}, { staleTime: 60_000 });
  return (id) => data?.successors.find((each) => each.id === id)?.name ?? null;
}

function useSentenceFacts(): (values: SentenceFacts['values']) => SentenceFacts {
  const { _ } = useWords();
  const moment = useMoments();
  const nameOf = useSuccessorNames();
  return (values) => ({
    values,
    name: nameOf(values.successorId),
    status: (name) => (STATUSES[`${name}`] ? _(STATUSES[`${name}`]!) : `${name}`),
    moment: (at) => moment(`${at}`, 'short moment'),
  });
}

export function ActivityItem({ record }: { record: ActivityRecord }) {
  const { t } = useLingui();
  const { _ } = useWords();
  const factsOf = useSentenceFacts();
  const moment = useMoments();
  const deviceWords = useDeviceWords();
  // The name of a type that this version of the web app doesn't know is shown as it is.
  const sentence = Object.hasOwn(SENTENCES, record.type) ? sentenceOf(record) : null;
  const said = (value: SentenceValue): string => {
    if (typeof value === 'boolean') return value ? t`yes` : t`no`;
    return value === null ? t`nothing` : `${value}`;
  };
  const device = record.userAgent === null ? null : deviceWords(record);
  const address = record.ipAddress;
  return (
    <li tabIndex={-1} data-record="">
      <time dateTime={record.at}>{moment(record.at, 'time')}</time>
      <div>
        <p>{sentence ? _(SENTENCES[sentence.key](factsOf(sentence.values))) : record.type}</p>
        {sentence?.changes.map(({ name, before, after }) => (
          <p key={name} className="quiet">
            {CHANGED_FIELD_WORDS[name] ? _(CHANGED_FIELD_WORDS[name]) : name}: {said(before)} → {said(after)}
          </p>
        ))}
        {device && (
          <p className="quiet">
            {address ? (
              <Trans>
                {device}, from {address}
              </Trans>
            ) : (
              device
            )}
          </p>
        )}
      </div>
    </li>
  );
}
