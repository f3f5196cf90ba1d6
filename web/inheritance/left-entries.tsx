/** The entries left to a successor: letters first, then the others, and a copy to keep. */

import { useLingui } from '@lingui/react';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronRight, LockKeyhole } from 'lucide-react';
import { Fragment } from 'react';
import { isSecret } from '../../client/fields.ts';
import type { LeftEntry } from '../../client/inheritance.ts';
import type { Content, ContentKind } from '../../crypto/index.ts';
import { KIND_PLURALS } from '../entries/entry-words.ts';
import type { OpenedAccess } from '../keys/tasks/successor.ts';
import { LampAndLetter } from '../pictures/lamp-and-letter.tsx';
import { Button } from '../ui/button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { innerSize } from '../vault/export/most-in-page.ts';
import { KeepAll } from './keep-all.tsx';
import { useListWarnings } from './list-warnings.ts';
import { NotOpened } from './not-opened.tsx';
import { FreshnessMark, OwnersList } from './owners-list.tsx';
import { PassOnWithAccess } from './pass-on.tsx';
import type { ReadableLeftEntry } from './readable.ts';
import { RehearsalMark } from './rehearsal-mark.tsx';
import { LEFT_COMPONENTS, SingleLeftEntry } from './single-left-entry.tsx';
import { useSingleEntry } from './use-single-entry.ts';

const ORDER = ['letter', 'login', 'note', 'card', 'identity', 'file'] as const satisfies ContentKind[];

const hasSecrets = (content: Content): boolean =>
  content.kind !== 'file' && Object.keys(content.fields).some((name) => isSecret(content, name));

const isOpened = (entry: LeftEntry): entry is ReadableLeftEntry => entry.content !== null;

interface LeftEntriesProps {
  left: OpenedAccess;
  /** The token of the link. */
  token: string;
  onClose(): void;
}

export function LeftEntries({ left, token, onClose }: LeftEntriesProps) {
  const { ownerName, expiresAt, messages, rehearsal, entries, list, threshold } = left;
  const warnings = useListWarnings(left);
  const opened = entries.filter(isOpened);
  const closed = entries.filter((entry) => !isOpened(entry));
  const { entry: single, show, back } = useSingleEntry(opened);
  if (single) return <SingleLeftEntry entry={single} ownerName={ownerName} token={token} onBack={back} />;
  return (
    <>
      <PageTitle>
        <Trans>What {ownerName} left to you</Trans>
      </PageTitle>
      <LampAndLetter />
      {rehearsal ? (
        <>
          <RehearsalMark ownerName={ownerName} />
          <p className="lead">
            <Trans>Your kit works: you’re prepared. Put the sheet back in its safe place.</Trans>
          </p>
        </>
      ) : (
        <p>
          <Trans>
            You can come back with the same link until <Moment at={expiresAt} as="day" />. If you need it for
            longer, <a href="#keep">keep a copy</a>.
          </Trans>
        </p>
      )}
      <div className="row no-print">
        <Button look="second" size="small" onPress={onClose}>
          <LockKeyhole aria-hidden="true" size={18} />
          <Trans>Close it again</Trans>
        </Button>
        <span className="quiet">
          <Trans>Do this before someone else uses this device.</Trans>
        </span>
      </div>
      {!rehearsal && <OwnersList ownerName={ownerName} list={list} warnings={warnings} />}
      {threshold > 1 && (
        <details>
          <summary>
            <Trans>Do the others need your kit?</Trans>
          </summary>
          <PassOnWithAccess token={token} />
        </details>
      )}
      {entries.length === 0 && (
        <Notice>
          <Trans>There’s nothing here. {ownerName} didn’t leave you any entries.</Trans>
        </Notice>
      )}
      {ORDER.map((kind) => (
        <Section
          key={kind}
          kind={kind}
          entries={opened.filter(({ content }) => content.kind === kind)}
          onShow={show}
        />
      ))}
      <NotOpened entries={closed} />
      <OthersWords messages={messages} />
      {opened.length > 0 && (
        <KeepAll
          ownerName={ownerName}
          warnings={warnings}
          hasSecrets={opened.some(({ content }) => hasSecrets(content))}
          token={token}
          files={opened.flatMap(({ content }) => content.files ?? [])}
          innerBytes={innerSize(opened)}
        />
      )}
    </>
  );
}

interface SectionProps {
  kind: ContentKind;
  entries: readonly ReadableLeftEntry[];
  onShow(entry: ReadableLeftEntry): void;
}

function Section({ kind, entries, onShow }: SectionProps) {
  const { _, i18n } = useLingui();
  if (entries.length === 0) return null;
  const { compare } = new Intl.Collator(i18n.locale, { numeric: true });
  const sorted = entries.toSorted((one, other) => compare(one.content.title, other.content.title));
  const Shown = LEFT_COMPONENTS[kind];
  return (
    <section className="left" aria-labelledby={`left-${kind}`}>
      <h2 id={`left-${kind}`}>{_(KIND_PLURALS[kind])}</h2>
      {sorted.map((entry) => (
        // The service may deliver an entry twice.
        <Fragment key={`${entry.id} ${entry.updatedAt} ${entry.freshness}`}>
          {entry.content.files ? (
            <WithFiles entry={entry} onShow={() => onShow(entry)} />
          ) : (
            <>
              <FreshnessMark freshness={entry.freshness} changedAt={entry.updatedAt} />
              <Shown content={entry.content} inner={entry.inner} />
            </>
          )}
        </Fragment>
      ))}
    </section>
  );
}

/** An entry with files has a page to itself. */
function WithFiles({ entry: { content }, onShow }: { entry: ReadableLeftEntry; onShow(): void }) {
  const { title, files = [] } = content;
  return (
    <article className="card with-files">
      <h3>{title}</h3>
      <p className="quiet">
        <Plural value={files.length} one="# file" other="# files" />
      </p>
      <Button look="second" onPress={onShow}>
        <Trans>Open “{title}”</Trans>
        <ChevronRight aria-hidden="true" size={18} />
      </Button>
    </article>
  );
}

function OthersWords({ messages }: Pick<OpenedAccess, 'messages'>) {
  if (messages.length === 0) return null;
  return (
    <section className="left" aria-labelledby="others">
      <h2 id="others">
        <Trans>Words from the others</Trans>
      </h2>
      <p className="quiet">
        <Trans>Nobody signed these words and names: they’re shown as the service delivers them.</Trans>
      </p>
      {messages.map(({ fromSuccessorId, name, message }) => (
        <figure key={fromSuccessorId} className="card">
          <blockquote className="as-written">{message}</blockquote>
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </section>
  );
}
