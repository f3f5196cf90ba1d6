import { Trans } from '@lingui/react/macro';
import { Moment } from '../ui/moment.tsx';

export interface SheetOwner {
  name: string;
  email: string;
}

interface RecoverySheetProps {
  recoveryCode: string;
  owner: SheetOwner;
  madeAt: string;
}

/** The sheet with the recovery code. */
export const RecoverySheet = ({ recoveryCode, owner, madeAt }: RecoverySheetProps) => (
  <section className="paper">
    <h2>
      <Trans>Recovery code for your vault</Trans>
    </h2>
    <ol className="bare code-groups">
      {recoveryCode.split('-').map((group, at) => (
        // The same group may come twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a code never move
        <li key={at}>{group}</li>
      ))}
    </ol>
    <dl className="facts">
      <dt>
        <Trans>Vault of</Trans>
      </dt>
      <dd>
        {owner.name}
        <span className="quiet block">{owner.email}</span>
      </dd>
      <dt>
        <Trans>Made on</Trans>
      </dt>
      <dd>
        <Moment at={madeAt} as="day" />
      </dd>
      <dt>
        <Trans>Service</Trans>
      </dt>
      <dd>{location.host}</dd>
    </dl>
    <p>
      <Trans>
        If you forget your password, this code opens your vault again. If you lose both, nobody can open it,
        not even the people who run the service.
      </Trans>
    </p>
    <p>
      <Trans>To use it, choose “I forgot my password” on the log-in page.</Trans>
    </p>
    <p>
      <Trans>
        Keep this sheet in a safe place, away from your password. Nobody will ever ask you for this code by
        email or phone.
      </Trans>
    </p>
  </section>
);
