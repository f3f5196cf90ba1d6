import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { $api } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordForm } from './password-form.tsx';
import { useSession } from './session.ts';

interface ConfirmationDialogProps {
  onConfirmed(): void;
  onCancelled(): void;
}

export default function ConfirmationDialog({ onConfirmed, onCancelled }: ConfirmationDialogProps) {
  const session = useSession();
  const passkeys = $api.useQuery('get', '/passkeys');
  // The work that waits belongs to the account that asked for it.
  const userId = session.state === 'in' ? session.user.id : null;
  const asked = useRef(userId);
  useEffect(() => {
    if (userId !== asked.current) onCancelled();
  });
  const withCode = session.state === 'in' && session.user.twoFactorEnabled;

  return (
    <Dialog
      title={<Trans>Confirm that it’s you</Trans>}
      isOpen
      onOpenChange={(isOpen) => isOpen || onCancelled()}
    >
      <p>
        <Trans>
          This changes how your vault is protected, so please enter your password again. We won’t ask again
          for 15 minutes.
        </Trans>
      </p>
      <PasswordForm
        withCode={withCode}
        onTyped={async (typed) => {
          await keys.confirm(typed);
          onConfirmed();
        }}
      >
        {(isPending) => (
          <div className="row">
            <Button type="submit" isPending={isPending}>
              <Trans>Confirm</Trans>
            </Button>
            <Button look="quiet" onPress={onCancelled}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        )}
      </PasswordForm>
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <PasskeyButton
          onPress={async () => {
            const { confirmWithPasskey } = await import('./passkey.ts');
            await confirmWithPasskey();
            onConfirmed();
          }}
        />
      )}
    </Dialog>
  );
}
