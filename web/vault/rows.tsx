/** The rows of the list. Only those in sight are on the page, however many there are. */
import { useLingui } from '@lingui/react/macro';
import { type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import type { OpenedEntry } from '../../client/entries.ts';
import { KIND_ICONS, KIND_NAMES } from './kinds.ts';
import { noteScrolled, scrolledTo } from './list-view.ts';
import type { Searchable } from './search.ts';
import { useSize } from './sizes.ts';
import { useIsWide } from './wide.ts';

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

/** The virtualizers of the box and of the page. */
interface Scroller {
  scrollToIndex(index: number): void;
  getTotalSize(): number;
  getVirtualItems(): { index: number; start: number }[];
  measureElement(element: HTMLElement | null): void;
}

interface ScrolledRowsProps extends RowsProps {
  current: number;
  setActive(index: number): void;
}

/** Beside an entry, the list scrolls in a box of its own; elsewhere, with the page. */
export function Rows(props: RowsProps) {
  const { rows, selected } = props;
  const isWide = useIsWide();
  const [active, setActive] = useState(0);
  const place = rows.findIndex(({ item }) => item.id === selected);
  useEffect(() => {
    if (place >= 0) setActive(place);
  }, [place]);
  const Scrolled = isWide ? RowsInBox : RowsOnPage;
  return <Scrolled {...props} current={Math.min(active, rows.length - 1)} setActive={setActive} />;
}

const optionsFor = ({ rows, current }: Pick<ScrolledRowsProps, 'rows' | 'current'>) => ({
  count: rows.length,
  estimateSize: () => ROW_HEIGHT,
  overscan: OVERSCAN,
  initialOffset: scrolledTo,
  getItemKey: (index: number) => rows[index]!.item.id,
  // The row that holds the focus must stay on the page.
  rangeExtractor: ({ startIndex, endIndex, overscan, count }: Range) => {
    const from = Math.max(0, startIndex - overscan);
    const to = Math.min(count - 1, endIndex + overscan);
    const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    if (current >= 0 && (current < from || current > to)) indexes.push(current);
    return indexes.sort((one, other) => one - other);
  },
});

function RowsInBox(props: ScrolledRowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const scroller = useVirtualizer({ ...optionsFor(props), getScrollElement: () => box.current });
  return (
    <RowList {...props} box={box} scroller={scroller} onScroll={() => noteScrolled(box.current!.scrollTop)} />
  );
}

function RowsOnPage(props: ScrolledRowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove((box.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const scroller = useWindowVirtualizer({ ...optionsFor(props), scrollMargin: above });
  useEffect(() => {
    // The title of a page scrolls to the top.
    scrollTo({ top: scrolledTo() });
    const note = () => noteScrolled(scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  return <RowList {...props} box={box} scroller={scroller} above={above} />;
}

interface RowListProps extends ScrolledRowsProps {
  box: RefObject<HTMLUListElement | null>;
  scroller: Scroller;
  /** The height of the page above the list, in pixels, if it scrolls too. */
  above?: number;
  onScroll?(): void;
}

function RowList(props: RowListProps) {
  const { rows, selected, drafts, current, setActive, box, scroller, above = 0, onScroll } = props;
  const { t } = useLingui();
  const focusWanted = useRef(false);

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
    scroller.scrollToIndex(index);
  }

  return (
    // Arrow keys move among the links inside.
    <ul ref={box} className="bare entry-list" aria-label={t`Entries`} onKeyDown={move} onScroll={onScroll}>
      <li aria-hidden="true" style={{ height: scroller.getTotalSize() }} />
      {scroller.getVirtualItems().map(({ index, start }) => (
        <Row
          key={rows[index]!.item.id}
          found={rows[index]!}
          index={index}
          count={rows.length}
          start={start - above}
          measure={scroller.measureElement}
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
    kind === 'login' ? fields.username : kind === 'letter' ? fields.to : kind === 'card' ? fields.brand : '',
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
