/** The list of entries with its search, in each of its states. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download, Trash2, Upload } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import type { OpenedEntry } from '../../client/entries.ts';
import { CryptoError } from '../../crypto/index.ts';
import { $api } from '../api/queries.ts';
import { useProblem } from '../api/sentences.ts';
import { OpenBox } from '../pictures/open-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useDraftPlaces } from './drafts.ts';
import { Filters } from './filters.tsx';
import { Ideas } from './ideas.tsx';
import { KIND_ICONS, KIND_NAMES, KINDS } from './kinds.ts';
import { clearFilters, matching, ordered, useView } from './list-view.ts';
import { Rows } from './rows.tsx';
import type { Searchable } from './search.ts';
import './list.css';

interface ListProps {
  found: readonly Searchable<OpenedEntry>[];
  refused: readonly OpenedEntry[];
  selected: string | undefined;
}

export function List({ found, refused, selected }: ListProps) {
  const { i18n } = useLingui();
  const view = useView();
  const drafts = useDraftPlaces();
  const { query, kind, category, tag, order } = view;
  const sortedRows = useMemo(() => ordered(found, order, i18n.locale), [found, order, i18n.locale]);
  const rows = useMemo(
    () => matching(sortedRows, { query, kind, category, tag }),
    [sortedRows, query, kind, category, tag],
  );
  // Fields respond first, then the list. After a changed search the list starts at the top, so it is another one.
  const search = `${query} ${kind} ${category} ${tag} ${order}`;
  const shown = useDeferredValue(useMemo(() => ({ rows, search }), [rows, search]));
  if (found.length === 0 && refused.length === 0) return <Empty />;
  const count = shown.rows.length;
  return (
    <div className="entries">
      <AlmostFull />
      <Filters found={found} />
      <p className="quiet count" role="status">
        <Plural value={count} one="# entry" other="# entries" />
      </p>
      {count > 0 ? (
        <Rows key={shown.search} rows={shown.rows} selected={selected} drafts={drafts} />
      ) : (
        <NothingFound />
      )}
      <Refused items={refused} />
      <Ideas />
    </div>
  );
}

function Empty() {
  const { i18n } = useLingui();
  return (
    <div className="card empty-vault">
      <OpenBox />
      <h2>
        <Trans>Your vault is empty</Trans>
      </h2>
      <p>
        <Trans>What would someone need if you weren’t there? Start with one thing.</Trans>
      </p>
      <div className="kind-choices">
        {KINDS.map((kind) => {
          const Icon = KIND_ICONS[kind];
          return (
            <Link key={kind} href={`/vault/new/${kind}`} className="kind-choice">
              <Icon aria-hidden="true" size={24} />
              {i18n._(KIND_NAMES[kind])}
            </Link>
          );
        })}
      </div>
      <Ideas />
      <p>
        <Link href="/vault/import">
          <Trans>Or import what you have in another password manager</Trans>
        </Link>
      </p>
    </div>
  );
}

/** From this share of a limit on, owners are told how much room is left. */
const ALMOST = 0.9;

function AlmostFull() {
  const { i18n } = useLingui();
  const { data } = $api.useQuery('get', '/billing/status');
  if (!data || data.usage.entries < data.limits.entries * ALMOST) return null;
  const [used, allowed] = [i18n.number(data.usage.entries), i18n.number(data.limits.entries)];
  return (
    <Notice>
      <Trans>
        Your plan is almost full: {used} of {allowed} entries.
      </Trans>{' '}
      <Link href="/account/plan">
        <Trans>Show the plans</Trans>
      </Link>
    </Notice>
  );
}

const NothingFound = () => (
  <div className="card nothing-found">
    <p>
      <Trans>No matching entries. Passwords and the contents of files aren’t searched.</Trans>
    </p>
    <Button look="second" size="small" onPress={clearFilters}>
      <Trans>Show all entries</Trans>
    </Button>
  </div>
);

/** Entries that don't open are never left out silently. */
function Refused({ items }: { items: readonly OpenedEntry[] }) {
  const sentence = useProblem();
  if (items.length === 0) return null;
  return (
    <Notice
      look="problem"
      title={<Plural value={items.length} one="# entry can’t be opened" other="# entries can’t be opened" />}
    >
      <ul>
        {items.map(({ id, refused }) => (
          <li key={id}>
            <Link href={`/vault/${id}`}>
              <code>{id.slice(0, 8)}</code>
            </Link>
            : {sentence(new CryptoError(refused ?? 'entry_refused'))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** New entries that were begun in this tab. The list itself shows only stored ones. */
export function BegunEntries() {
  const { i18n } = useLingui();
  const drafts = useDraftPlaces();
  return KINDS.filter((kind) => drafts.has(`new ${kind}`)).map((kind) => {
    const name = i18n._(KIND_NAMES[kind]);
    return (
      <Notice key={kind}>
        <Trans>Not saved yet: {name}</Trans>{' '}
        <Link href={`/vault/new/${kind}`}>
          <Trans>Continue</Trans>
        </Link>
      </Notice>
    );
  });
}

/** Other actions on the vault. */
export const VaultLinks = () => (
  <nav className="vault-links">
    <ButtonLink look="quiet" size="small" href="/vault/trash">
      <Trash2 aria-hidden="true" size={18} />
      <Trans>Trash</Trans>
    </ButtonLink>
    <ButtonLink look="quiet" size="small" href="/vault/import">
      <Upload aria-hidden="true" size={18} />
      <Trans>Import</Trans>
    </ButtonLink>
    <ButtonLink look="quiet" size="small" href="/vault/export">
      <Download aria-hidden="true" size={18} />
      <Trans>Export</Trans>
    </ButtonLink>
  </nav>
);
