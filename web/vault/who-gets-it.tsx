/** Which successors would get an entry. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'react-aria-components';
import { Link } from 'wouter';
import type { ContentKind } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';

interface WhoGetsItProps {
  /** Null while it isn't stored. */
  entryId: string | null;
  kind: ContentKind;
}

export function WhoGetsIt({ entryId, kind }: WhoGetsItProps) {
  const { locale } = useLocale();
  const { data, error } = useQuery({
    queryKey: ['who-gets', '/successors', entryId],
    queryFn: () => keys.whoGets({ id: entryId }),
  });
  if (error || !data) return null;
  const names = data.filter(({ how }) => how !== 'nothing').map(({ name }) => name);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return (
    <section className="who-gets-it">
      <h3>
        {kind === 'letter' ? (
          <Trans>Who will receive this letter</Trans>
        ) : (
          <Trans>Who will receive this</Trans>
        )}
      </h3>
      <p>
        {data.length === 0 ? (
          <Trans>Nobody yet: you have named no successor.</Trans>
        ) : names.length === 0 ? (
          entryId === null ? (
            <Trans>Nobody yet. Save it, then choose who receives it.</Trans>
          ) : (
            <Trans>Nobody yet: it is assigned to none of your successors.</Trans>
          )
        ) : (
          <Trans>After a handover: {list}.</Trans>
        )}{' '}
        <Link href="/successors">
          {data.length === 0 ? <Trans>Name a successor</Trans> : <Trans>Choose who receives what</Trans>}
        </Link>
      </p>
    </section>
  );
}
