/** Which successors would get an entry. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'react-aria-components';
import { Link } from 'wouter';
import type { EntryAccess } from '../../client/who-gets.ts';
import type { ContentKind } from '../../crypto/index.ts';
import { queries } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { Notice } from '../ui/notice.tsx';

/** Owners look at many entries in a row, and the service counts requests. Changes made elsewhere are read at once. */
const LISTED = {
  queryKey: ['keys', '/successors/listed'],
  queryFn: () => keys.readLists(),
  staleTime: 60_000,
};

interface EntryRecipientsProps {
  /** Null while it isn't stored. */
  entryId: string | null;
  kind: ContentKind;
}

export function EntryRecipients({ entryId, kind }: EntryRecipientsProps) {
  const { locale } = useLocale();
  const { data, error } = useQuery({
    queryKey: ['keys', '/successors/who-gets', entryId],
    queryFn: async () => keys.whoGets({ id: entryId, listed: await queries.fetchQuery(LISTED) }),
  });
  if (error || !data) return null;
  const list = (some: readonly EntryAccess[]): string | null =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(some.map(({ id, name }) => name ?? id)) ||
    null;
  const of = (how: EntryAccess['how']) => data.filter((each) => each.how === how);
  const getting = list(of('gets').filter(({ isWhole }) => !isWhole));
  const whole = list(of('gets').filter(({ isWhole }) => isWhole));
  const [unprepared, former, differing] = [list(of('unprepared')), list(of('former')), list(of('differs'))];
  return (
    <section className="entry-recipients">
      <h3>
        {kind === 'letter' ? (
          <Trans>Who will receive this letter</Trans>
        ) : (
          <Trans>Who will receive this</Trans>
        )}
      </h3>
      <p>
        {data.length === 0 && entryId === null ? (
          <Trans>Nobody yet: you haven’t named a successor. Save first, then name one.</Trans>
        ) : data.length === 0 ? (
          <Trans>Nobody yet: you haven’t named a successor.</Trans>
        ) : getting || whole ? (
          getting && <Trans>After a handover: {getting}.</Trans>
        ) : unprepared || former || differing ? (
          <Trans>We can’t be sure that anyone will.</Trans>
        ) : (
          <Trans>Nobody yet: it isn’t assigned to any of your successors.</Trans>
        )}{' '}
        {whole && <Trans>As part of the whole vault: {whole}.</Trans>}{' '}
        {unprepared && <Trans>Planned, but not prepared yet, so they couldn’t open it: {unprepared}.</Trans>}{' '}
        {entryId === null ? (
          // A link would lead away from unsaved text.
          data.length > 0 && <Trans>Once it’s saved, you can choose who receives it.</Trans>
        ) : data.length === 0 ? (
          <Link href="/successors">
            <Trans>Name a successor</Trans>
          </Link>
        ) : (
          <Link href={`/successors/who-gets-what?entry=${entryId}`}>
            {kind === 'letter' ? (
              <Trans>Choose who receives this letter</Trans>
            ) : (
              <Trans>Choose who receives this</Trans>
            )}
          </Link>
        )}
      </p>
      {former && (
        <p>
          <Trans>
            May still open it with earlier keys: {former}. Under “Successors”, give the vault new keys.
          </Trans>
        </p>
      )}
      {differing && (
        <Notice look="problem">
          <Trans>
            What the service says about {differing} differs from what your own keys say, so we don’t know
            whether they’ll receive this. Open “Successors”, compare the two, and answer there.
          </Trans>
        </Notice>
      )}
    </section>
  );
}
