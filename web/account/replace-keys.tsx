import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { RenewKeys } from '../successors/renew-keys.tsx';
import { usePeople } from '../successors/succession.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { BackToAccount } from './back.tsx';

/** New keys for the vault, and new ones to sign with, because someone may have the old ones. */
export default function ReplaceKeys() {
  const { people, succession, error, readAgain } = usePeople();
  const [isNewSigner, finish] = useState<boolean | null>(null);

  if (isNewSigner !== null)
    return (
      <div className="narrow">
        <PageTitle key="done">
          <Trans>Your keys have been replaced</Trans>
        </PageTitle>
        {isNewSigner ? (
          <p className="lead">
            <Trans>Your password, your recovery code and your successors’ kits remain valid.</Trans>
          </p>
        ) : (
          <Notice look="problem">
            <Trans>
              Your signature had to stay the same, because some of your successors’ kits are too old for
              another one. Remove these people, invite them again, and then replace your keys once more.
            </Trans>
          </Notice>
        )}
        <ButtonLink href="/account">
          <Trans>Back to your account</Trans>
        </ButtonLink>
      </div>
    );

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle key="start">
        <Trans>Replace your keys</Trans>
      </PageTitle>
      <p>
        <Trans>
          Do this if someone may have learned your password or your recovery code. First,{' '}
          <Link href="/account/password">change both</Link>.
        </Trans>
      </p>
      <p>
        <Trans>
          Your vault then gets new keys, and every entry is re-encrypted. You also get a new signature: it
          shows your successors that something really comes from you. Their kits remain valid.
        </Trans>
      </p>
      <p>
        <Trans>
          An older kit can’t tell on its own that the old signature is no longer valid. If you suspect that
          the thief is in league with this service, invite your successors again so that they make new kits.
        </Trans>
      </p>
      <ProblemNotice error={error} onTryAgain={readAgain} />
      {people && succession ? (
        <RenewKeys succession={succession} people={people} newSigner onDone={finish}>
          <Trans>Replace my keys</Trans>
        </RenewKeys>
      ) : (
        !error && <Loading />
      )}
    </div>
  );
}
