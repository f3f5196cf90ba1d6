/** Whether everything is there and is the newest version, by the list that the owner signed. */
import { useLingui } from '@lingui/react';
import { Plural, Trans } from '@lingui/react/macro';
import type { Freshness, OpenedList } from '../../client/inheritance.ts';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { FRESHNESS } from './freshness.ts';
import type { ListWarning } from './list-warnings.ts';

interface OwnersListProps {
  ownerName: string;
  list: OpenedList | null;
  warnings: readonly ListWarning[];
}

export function OwnersList({ ownerName, list, warnings }: OwnersListProps) {
  return (
    <>
      {list && <WhatIsListed ownerName={ownerName} list={list} />}
      {warnings.map(({ look, title, text, items }) => (
        <Notice key={text} look={look} title={title}>
          <p>{text}</p>
          {items && (
            <ul>
              {items.map((item) => (
                <li key={item.id}>{item.text}</li>
              ))}
            </ul>
          )}
        </Notice>
      ))}
    </>
  );
}

interface WhatIsListedProps {
  ownerName: string;
  list: OpenedList;
}

const WhatIsListed = ({ ownerName, list: { date, entries, changedAt } }: WhatIsListedProps) => (
  <p>
    <Trans>
      On <Moment at={date} as="short moment" />, {ownerName} signed a list of what you get:
    </Trans>{' '}
    <Plural value={entries} one="# entry." other="# entries." />{' '}
    {changedAt && (
      <Trans>
        The last change was on <Moment at={changedAt} as="short moment" />.
      </Trans>
    )}
  </p>
);

interface FreshnessMarkProps {
  freshness: Freshness | null;
  changedAt: string;
}

/** Marks a text that isn't the version on the list. */
export function FreshnessMark({ freshness, changedAt }: FreshnessMarkProps) {
  const { _ } = useLingui();
  if (freshness === null || freshness === 'current') return null;
  const isWarning = freshness === 'older' || freshness === 'twice';
  return (
    <Notice look={isWarning ? 'problem' : 'calm'}>
      {_(FRESHNESS[freshness])}{' '}
      <Trans>
        It’s from <Moment at={changedAt} as="short moment" />.
      </Trans>
    </Notice>
  );
}
