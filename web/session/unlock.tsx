/** After a reload or a pause: the session is still there, and the keys are not. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { $api } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import type { Opened, TypedPassword } from '../keys/tasks/account.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { hasDrafts } from '../vault/drafts.ts';
import { wasLockedWhenIdle } from './idle.ts';
import { IDLE_MINUTES } from './idle-watch.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordForm } from './password-form.tsx';
import SettleKeys from './settle-keys.tsx';
import { requireStillOpen } from './still-open.ts';

interface UnlockProps {
  /** Whether this page has more to say, even if the vault is already open. */
  onSettling(isSettling: boolean): void;
}

export default function Unlock({ onSettling }: UnlockProps) {
  const passkeys = $api.useQuery('get', '/passkeys');
  const [wasIdle] = useState(wasLockedWhenIdle);
  const [unsettled, setUnsettled] = useState<Exclude<Opened['state'], 'open'> | null>(null);

  async function unlock(typed: TypedPassword) {
    const { state } = await keys.unlock(typed);
    if (state === 'open') return requireStillOpen();
    onSettling(true);
    setUnsettled(state);
  }

  if (unsettled)
    return (
      <div className="narrow">
        <SettleKeys state={unsettled} onOpen={() => onSettling(false)} />
      </div>
    );

  return (
    <div className="narrow">
      <PageTitle>
        <Trans>Unlock your vault</Trans>
      </PageTitle>
      {wasIdle ? (
        <Notice>
          <Trans>
            Nobody used this page for {IDLE_MINUTES} minutes, so we locked the vault. You’re still logged in.
            Your password opens the vault again.
          </Trans>
        </Notice>
      ) : (
        <p>
          <Trans>You’re logged in. Your password opens the vault in this browser.</Trans>
        </p>
      )}
      {hasDrafts() && (
        <p>
          <Trans>
            What you haven’t saved yet is still in this tab. Unlock the vault and save it before you close
            this tab.
          </Trans>
        </p>
      )}
      <PasswordForm onTyped={unlock}>
        {(isPending) => (
          <Button type="submit" size="big" isPending={isPending}>
            <Trans>Unlock</Trans>
          </Button>
        )}
      </PasswordForm>
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <PasskeyButton onPress={async () => (await import('./passkey.ts')).unlockWithPasskey()} />
      )}
      <p className="actions">
        <Link href="/forgot-password">
          <Trans>I forgot my password</Trans>
        </Link>
      </p>
    </div>
  );
}
