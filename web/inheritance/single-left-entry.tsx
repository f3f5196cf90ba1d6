/** A letter, a film or an album on a page to itself. */
import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { AttachedFiles } from '../entries/attached-files.tsx';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { LeftCollapsed, LeftFile, LeftLetter, LeftNote } from './left-entry.tsx';
import { FreshnessMark } from './owners-list.tsx';
import type { ReadableLeftEntry } from './readable.ts';

export const LEFT_COMPONENTS = {
  letter: LeftLetter,
  login: LeftCollapsed,
  note: LeftNote,
  card: LeftCollapsed,
  identity: LeftCollapsed,
  file: LeftFile,
};

interface SingleLeftEntryProps {
  entry: ReadableLeftEntry;
  ownerName: string;
  /** The token of the link. */
  token: string;
  onBack(): void;
}

export function SingleLeftEntry({ entry, ownerName, token, onBack }: SingleLeftEntryProps) {
  const { content, freshness, updatedAt, inner } = entry;
  const Shown = LEFT_COMPONENTS[content.kind];
  const files = <AttachedFiles files={content.files} token={token} />;
  // A film comes first and its text after it; a letter comes first and its films after it.
  const isFilm = content.kind === 'file';
  return (
    <div className="left-alone">
      <Button look="quiet" onPress={onBack}>
        <ArrowLeft aria-hidden="true" size={18} />
        <Trans>All that {ownerName} left to you</Trans>
      </Button>
      <PageTitle>{content.title}</PageTitle>
      <FreshnessMark freshness={freshness} changedAt={updatedAt} />
      {isFilm && files}
      <Shown content={content} inner={inner} isAlone />
      {!isFilm && files}
    </div>
  );
}
