/** The rows of the list. Only those in sight are on the page, however many there are. */
import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { OpenedEntry } from '../../client/entries.ts';
import { KIND_ICONS, KIND_NAMES } from './kinds.ts';
import { noteScrolled, scrolledTo } from './list-view.ts';
import type { Searchable } from './search.ts';
import { useSize } from './sizes.ts';

/** The height in pixels of a row with a short title. */
const ROW_HEIGHT = 68;
const OVERSCAN = 5;

interface RowsProps {
  rows: readonly Searchable<OpenedEntry>[];
  /** Shown beside the list. */
  selected: string | undefined;
  /** IDs of entries with unsaved changes. */
  drafts: ReadonlySet<string>;
}

export function Rows({ rows, selected, drafts }: RowsProps) {
  const { t } = useLingui();
  const box = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  const current = Math.min(active, rows.length - 1);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialOffset: scrolledTo,
    getItemKey: (index) => rows[index]!.item.id,
    // The row that holds the focus must stay on the page.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      if (current >= 0 && (current < from || current > to)) indexes.push(current);
      return indexes.sort((one, other) => one - other);
    },
  });

  const place = rows.findIndex(({ item }) => item.id === selected);
  useEffect(() => {
    if (place >= 0) setActive(place);
  }, [place]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    box.current?.querySelector<HTMLElement>(`[data-index="${current}"] a`)?.focus();
  });

  function move(event: KeyboardEvent<HTMLUListElement>) {
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows.length - 1, next));
    focusWanted.current = true;
    setActive(index);
    virtualizer.scrollToIndex(index);
  }

  return (
    // Arrow keys move among the links inside.
    <ul
      ref={box}
      className="entry-list"
      aria-label={t`Entries`}
      onKeyDown={move}
      onScroll={(event) => noteScrolled(event.currentTarget.scrollTop)}
    >
      <li className="entry-space" aria-hidden="true" style={{ height: virtualizer.getTotalSize() }} />
      {virtualizer.getVirtualItems().map(({ index, start, key }) => (
        <Row
          key={key}
          found={rows[index]!}
          index={index}
          count={rows.length}
          start={start}
          measure={virtualizer.measureElement}
          isSelected={rows[index]!.item.id === selected}
          isActive={index === current}
          hasDraft={drafts.has(rows[index]!.item.id)}
          onFocus={setActive}
        />
      ))}
    </ul>
  );
}

interface EntryRowProps {
  found: Searchable<OpenedEntry>;
  index: number;
  count: number;
  start: number;
  /** A long title takes more than one line. */
  measure(element: HTMLElement | null): void;
  isSelected: boolean;
  isActive: boolean;
  hasDraft: boolean;
  onFocus(index: number): void;
}

const Row = memo(function Row({
  found: { item, content },
  index,
  count,
  start,
  measure,
  isSelected,
  isActive,
  hasDraft,
  onFocus,
}: EntryRowProps) {
  const { t, i18n } = useLingui();
  const size = useSize();
  const { kind, title, category, tags, fields } = content;
  const Icon = KIND_ICONS[kind];
  const about = [
    kind === 'login' ? fields.username : kind === 'letter' ? fields.to : '',
    kind === 'file' && item.bytes !== null ? size(item.bytes) : '',
    category,
    ...tags,
  ].filter(Boolean);
  return (
    <li
      ref={measure}
      className="entry-row"
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Link
        href={`/vault/${item.id}`}
        tabIndex={isActive ? 0 : -1}
        aria-current={isSelected ? 'true' : undefined}
        onFocus={() => onFocus(index)}
      >
        <span className="kind-mark">
          <Icon aria-hidden="true" size={20} />
          <span className="visually-hidden">{i18n._(KIND_NAMES[kind])}</span>
        </span>
        <span className="entry-words">
          <span className="entry-title">{title || t`Untitled`}</span>
          <span className="entry-about">
            {hasDraft && <strong>{t`Not saved`} · </strong>}
            {about.join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  );
});
