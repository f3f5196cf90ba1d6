/** Shows where the service differs from the lists that the owner signed for their successors. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { differsFromList, type ListState } from '../../client/lists.ts';
import { queries } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';

const QUERY = ['keys', '/successors/lists'] as const;

/** Brings the lists up to date, and shows nothing if everything is as the owner signed it. */
export function ListDifferences() {
  const {
    data = [],
    error: unread,
    refetch,
  } = useQuery({
    queryKey: QUERY,
    queryFn: () => keys.renewLists({}),
    staleTime: 60_000,
  });
  const different = data.filter(differsFromList);
  const {
    run,
    isPending,
    error,
    result: isListReplaced,
  } = useTask(async () => {
    queries.setQueryData(QUERY, await keys.renewLists({ accept: different }));
    return different.some(({ isRolledBack }) => isRolledBack);
  });
  // If newer keys sealed the list, they sealed the successor's package too, and it doesn't open the list signed now.
  if (different.length === 0 && isListReplaced)
    return (
      <Notice announced title={<Trans>Signed. Now save “Who gets what” once more</Trans>}>
        <p>
          <Trans>
            If other keys prepared what your successors have, the new list doesn’t fit it. Saving prepares
            everything again, even if you change nothing.
          </Trans>
        </p>
        <ButtonLink href="/successors/who-gets-what">
          <Trans>Check and save again</Trans>
        </ButtonLink>
      </Notice>
    );
  if (different.length === 0) return <ProblemNotice error={unread} onTryAgain={() => void refetch()} />;
  return (
    <Notice look="problem" title={<Trans>Something may be wrong with what you leave</Trans>}>
      <p>
        <Trans>
          For each successor you’ve signed a list of what they get. What the service has now doesn’t match:
        </Trans>
      </p>
      <ul>
        {different.map((state) => (
          <li key={state.id}>
            {state.name ?? state.id}: <Difference {...state} />
          </li>
        ))}
      </ul>
      <p>
        <Trans>
          If you’ve deleted or restored these entries, a backup was restored, or saving was interrupted, sign
          the lists again as things are now. If not, look at your entries first, and ask the people who run
          this service.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <Button onPress={run} isPending={isPending}>
        <Trans>It’s right: sign again</Trans>
      </Button>
    </Notice>
  );
}

function Difference({ older, missing, returned, isRolledBack }: ListState) {
  return (
    <>
      {isRolledBack && (
        <Trans>the list itself is missing, or older than one that this browser has seen.</Trans>
      )}{' '}
      {missing.length > 0 && (
        <Plural
          value={missing.length}
          one="# entry is no longer in your vault."
          other="# entries are no longer in your vault."
        />
      )}{' '}
      {older.length > 0 && (
        <Plural
          value={older.length}
          one="# entry is there in an older version."
          other="# entries are there in an older version."
        />
      )}{' '}
      {returned.length > 0 && (
        <Plural
          value={returned.length}
          one="# entry is in your vault again."
          other="# entries are in your vault again."
        />
      )}
    </>
  );
}
