import { Trans } from '@lingui/react/macro';
import type { Succession } from '../../client/succession.ts';
import { Notice } from '../ui/notice.tsx';
import { RenewKeys } from './renew-keys.tsx';
import type { ListedPerson } from './succession.ts';

/** Shown while someone holds keys that they should no longer hold, because the vault has no new keys yet. */
export function DepartedNotice({
  succession,
  people,
}: {
  succession: Succession;
  people: readonly ListedPerson[];
}) {
  if (succession.departed.length === 0) return null;
  const names = succession.departed.map(({ id, name }) => name ?? id).join(', ');

  return (
    <Notice look="problem" title={<Trans>{names} still has keys to your vault</Trans>}>
      <p>
        <Trans>
          What was prepared for them earlier should no longer open anything, but it still does. Giving the
          vault new keys puts an end to that. Your password and your recovery code stay as they are.
        </Trans>
      </p>
      <RenewKeys succession={succession} people={people}>
        <Trans>Give the vault new keys</Trans>
      </RenewKeys>
    </Notice>
  );
}
