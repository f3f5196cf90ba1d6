import { Plural, Trans } from '@lingui/react/macro';
import type { Link } from './link-page.tsx';

/** How many have accepted, where one alone is not enough. */
export function HowFar({ handover }: { handover: NonNullable<Link['handover']> }) {
  const { quorum, accepted, released } = handover;
  if (released) {
    return (
      <p role="status">
        <Trans>Enough people have accepted, so it’s open to those who did.</Trans>
      </p>
    );
  }
  if (quorum < 2) return null;
  return (
    <p role="status">
      <Plural
        value={accepted}
        _0={`${quorum} people must accept before anything opens. Nobody has accepted yet.`}
        one={`${quorum} people must accept before anything opens. So far # has accepted.`}
        other={`${quorum} people must accept before anything opens. So far # have accepted.`}
      />
    </p>
  );
}
