/** In how many ways the owner would get a warning, and which of them have stopped working. */
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { $api } from '../api/queries.ts';
import { Moment } from '../ui/moment.tsx';
import type { SwitchFacts } from './use-switch.ts';

/** Warnings always go to the mailbox of the account. */
export function WaysSummary({ settings: { holds } }: Pick<SwitchFacts, 'settings'>) {
  const { data } = $api.useQuery('get', '/channels');
  if (!data) return null;
  const verified = data.channels.filter(({ verifiedAt }) => verifiedAt !== null);
  const failing = verified.filter(({ works }) => !works);
  const ways = verified.length - failing.length + (holds.includes('mail_refused') ? 0 : 1);
  return (
    <p>
      <Plural
        value={ways}
        _0="At the moment we can’t reach you in any way."
        one="You can be reached in one way."
        other="You can be reached in # ways."
      />{' '}
      {failing.map(({ id, name, verifiedAt, lastAcceptedAt }) => (
        <strong key={id}>
          <Trans>
            “{name}” hasn’t answered since <Moment at={lastAcceptedAt ?? verifiedAt ?? ''} as="day" />.
          </Trans>{' '}
        </strong>
      ))}
      <Link href="/account/ways">
        {verified.length === 0 ? <Trans>Add another way</Trans> : <Trans>Ways to reach you</Trans>}
      </Link>
    </p>
  );
}
