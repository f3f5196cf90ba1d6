/** The activity log in words, newest first. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import type { ActivityRecord, ActivityType } from '../api/schemas.ts';
import { OpenNotebook } from '../pictures/open-notebook.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { useMoments } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { ActivityFilter } from './activity-filter.tsx';
import { ActivityItem } from './activity-item.tsx';
import { BackToAccount } from './back.tsx';

const PAGE = 50;

/** All pages that were read so far. */
function useActivity(type: ActivityType | null) {
  return useInfiniteQuery({
    queryKey: ['get', '/activity', type],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor }) =>
      answered(
        api.GET('/activity', {
          params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}), ...(type ? { type } : {}) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Some records join the chain later than the events they describe, such as the worker's. */
const inOrderOfTime = (records: readonly ActivityRecord[]) =>
  records.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));

/** Records of one day each, in the reader's zone. */
const byDay = (records: readonly ActivityRecord[], dayOf: (at: string) => string) =>
  Map.groupBy(records, ({ at }) => dayOf(at));

export default function Activity() {
  const { t } = useLingui();
  const moment = useMoments();
  const [type, choose] = useState<ActivityType | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity(type);
  const list = useRef<HTMLDivElement>(null);
  const records = inOrderOfTime(data?.pages.flatMap(({ activity }) => activity) ?? []);

  /** The button may disappear with the last page, so the focus moves to the first new record. */
  async function readOlder() {
    const before = records.length;
    await fetchNextPage();
    requestAnimationFrame(() => {
      list.current?.querySelectorAll<HTMLElement>('[data-record]')[before]?.focus();
    });
  }

  return (
    <>
      <BackToAccount />
      <PageTitle>
        <Trans>Activity</Trans>
      </PageTitle>
      <p>
        <Trans>
          Look for anything you don’t recognise. The service signs each record together with the one before
          it, so none can be changed or removed unnoticed.
        </Trans>
      </p>
      <ActivityFilter value={type} onChange={choose} />
      <ProblemNotice error={error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && records.length === 0 && (
        <>
          <p role="status">
            <Trans>Nothing like this has happened yet.</Trans>
          </p>
          <OpenNotebook />
        </>
      )}
      <div ref={list} className="activity">
        {[...byDay(records, (at) => moment(at, 'day'))].map(([day, ofDay]) => (
          <section key={day}>
            <h2>{day}</h2>
            <ol className="bare">
              {ofDay.map((record) => (
                <ActivityItem key={record.id} record={record} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {hasNextPage && (
        <Button
          look="second"
          isPending={isFetchingNextPage}
          onPress={readOlder}
          aria-label={t`Show older activity`}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
    </>
  );
}
