/** Whether everything is there and is the newest version, by the list that the owner signed. */
import { useLingui } from '@lingui/react';
import { Plural, Trans } from '@lingui/react/macro';
import type { Freshness, OpenedInheritance, OpenedList } from '../../client/inheritance.ts';
import { CryptoError } from '../../crypto/errors.ts';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { FRESHNESS } from './freshness.ts';

interface OwnersListProps extends Pick<OpenedInheritance, 'list' | 'listRefused' | 'isOld'> {
  ownerName: string;
}

export function OwnersList({ ownerName, list, listRefused, isOld }: OwnersListProps) {
  return (
    <>
      {list ? (
        <WhatIsListed ownerName={ownerName} list={list} />
      ) : (
        <NothingIsListed ownerName={ownerName} listRefused={listRefused} />
      )}
      {isOld && (
        <Notice look="problem">
          <Trans>
            This device has seen a newer version of what {ownerName} left to you. A backup may have been
            restored, or something is being kept from you. Ask the people who run this service.
          </Trans>
        </Notice>
      )}
    </>
  );
}

function NothingIsListed({ ownerName, listRefused }: Pick<OwnersListProps, 'ownerName' | 'listRefused'>) {
  if (listRefused === 'format_unknown') return <ProblemNotice error={new CryptoError(listRefused)} />;
  return (
    <Notice look={listRefused ? 'problem' : 'calm'}>
      {listRefused ? (
        <Trans>
          The list of what {ownerName} left to you isn’t genuine. So nobody can tell whether something is
          missing, or has been replaced by an older version. Ask the people who run this service.
        </Trans>
      ) : (
        <Trans>
          There’s no signed list of what {ownerName} left to you. So nobody can tell whether something is
          missing, or has been replaced by an older version.
        </Trans>
      )}
    </Notice>
  );
}

interface WhatIsListedProps {
  ownerName: string;
  list: OpenedList;
}

function WhatIsListed({ ownerName, list: { date, entries, changedAt, missing } }: WhatIsListedProps) {
  return (
    <>
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
      {missing.length > 0 && (
        <Notice
          look="problem"
          title={
            <Plural
              value={missing.length}
              one="One entry on the list is missing here"
              other="# entries on the list are missing here"
            />
          }
        >
          <p>
            <Trans>
              {ownerName} may have removed it after signing the list, or the service is keeping it from you.
            </Trans>
          </p>
          <ul>
            {missing.map((entry) => (
              <li key={entry.id}>
                <Trans>
                  The entry last changed on <Moment at={entry.changedAt} as="short moment" />
                </Trans>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

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
