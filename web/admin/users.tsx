/** The accounts: found by name or address, and unlocked after failed log-ins. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { answered } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { api } from '../api/client.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Select } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UserCard } from './user-card.tsx';
import './admin.css';

type UserFilter = NonNullable<NonNullable<paths['/admin/users']['get']['parameters']['query']>['filter']>;
const FILTERS: readonly UserFilter[] = ['verified', 'unverified', 'locked', 'paused', 'handover'];

const PAGE = 20;

/** Each search is recorded, so nothing is searched while the administrator is typing. */
function useUsers(search: string, filter: UserFilter | null) {
  return useInfiniteQuery({
    queryKey: ['get', '/admin/users', search, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor }) => {
      const given = {
        ...(cursor ? { cursor } : {}),
        ...(search ? { search } : {}),
        ...(filter ? { filter } : {}),
      };
      return answered(api.GET('/admin/users', { params: { query: { limit: PAGE, ...given } } }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: false,
  });
}

export default function Users() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const filter = FILTERS.find((each) => each === params.get('filter')) ?? null;
  const [search, look] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useUsers(search, filter);
  const list = useRef<HTMLUListElement>(null);
  const users = data?.pages.flatMap((page) => page.users) ?? [];

  /** The same words again ask for what has changed since. */
  function submit(form: FormData) {
    const words = String(form.get('search')).trim();
    if (words === search) void refetch();
    else look(words);
  }
  async function readMore() {
    const before = users.length;
    await fetchNextPage();
    requestAnimationFrame(() => (list.current?.children[before] as HTMLElement | undefined)?.focus());
  }

  return (
    <>
      <PageTitle>
        <Trans>Accounts</Trans>
      </PageTitle>
      <p className="quiet">
        <Trans>Every time you look at accounts, it’s recorded under your name.</Trans>
      </p>
      <Form onSubmit={submit} className="search">
        <TextField label={t`Name or address`} name="search" type="search" maxLength={200} />
        <Select<UserFilter | 'all'>
          label={t`Filter`}
          options={[
            { value: 'all', label: t`All` },
            { value: 'locked', label: t`Locked` },
            { value: 'unverified', label: t`Address not confirmed` },
            { value: 'verified', label: t`Address confirmed` },
            { value: 'paused', label: t`Switch paused` },
            { value: 'handover', label: t`Handover or grace period` },
          ]}
          value={filter ?? 'all'}
          onChange={(chosen) => setParams(chosen === 'all' ? {} : { filter: chosen }, { replace: true })}
        />
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </Form>
      <ProblemNotice error={error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      <p role="status">{data && users.length === 0 && <Trans>No accounts found.</Trans>}</p>
      <ul className="bare stack" ref={list}>
        {users.map((user) => (
          <li key={user.id} tabIndex={-1}>
            <UserCard user={user} />
          </li>
        ))}
      </ul>
      <div className="actions">
        {hasNextPage && (
          <Button look="second" isPending={isFetchingNextPage} onPress={readMore}>
            <Trans>Show more</Trans>
          </Button>
        )}
        <ButtonLink href="/admin" look="quiet">
          <Trans>Back to the overview</Trans>
        </ButtonLink>
      </div>
    </>
  );
}
