import { Plural, Trans } from '@lingui/react/macro';
import type { Link } from './link-page.tsx';

/** How many more must accept, where one alone is not enough. */
export function AcceptanceProgress({ handover }: { handover: NonNullable<Link['handover']> }) {
  const { effectiveQuorum, accepted, released } = handover;
  if (released) {
    return (
      <p role="status">
        <Trans>Enough people have accepted, so it’s open to those who did.</Trans>
      </p>
    );
  }
  if (effectiveQuorum < 2) return null;
  // Not how many have accepted: someone without a share isn't counted while a needed holder of one has yet to accept.
  return (
    <p role="status">
      <Plural
        value={effectiveQuorum - accepted}
        one="One more person must accept before anything opens."
        other="# more people must accept before anything opens."
      />
    </p>
  );
}
