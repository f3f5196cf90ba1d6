/** Two-factor authentication: a code from the phone in addition to the password. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { refresh } from '../api/queries.ts';
import { useSession } from '../session/session.ts';
import { BackToAccount } from './back.tsx';
import { KeepCodes } from './keep-codes.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

export default function TwoFactor() {
  const session = useSession();
  const [codes, show] = useState<{ codes: string[]; isFirst: boolean } | null>(null);
  const [isOff, setOff] = useState(false);
  if (session.state !== 'in') return null;

  async function keep(fresh: string[], isFirst: boolean) {
    show({ codes: fresh, isFirst });
    setOff(false);
    await refresh('/auth/profile');
  }

  if (codes)
    return (
      <div className="narrow">
        <KeepCodes {...codes} owner={session.user} onKept={() => show(null)} />
      </div>
    );
  return (
    <div className="narrow">
      <BackToAccount />
      {session.user.twoFactorEnabled ? (
        <TwoFactorOn
          onRenewed={(fresh) => void keep(fresh, false)}
          onOff={async () => {
            await refresh('/auth/profile');
            setOff(true);
          }}
        />
      ) : (
        <>
          <div role="status">
            {isOff && (
              <p className="notice">
                <Trans>Two-factor authentication is off. Delete the account in your app too.</Trans>
              </p>
            )}
          </div>
          <TwoFactorSetUp onEnabled={(fresh) => void keep(fresh, true)} />
        </>
      )}
    </div>
  );
}
