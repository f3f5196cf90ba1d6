import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Successor } from './succession.ts';

interface AddressProps {
  address: string;
  isConfirmed: boolean;
  isRejecting: boolean;
}

const Address = ({ address, isConfirmed, isRejecting }: AddressProps): ReactNode =>
  isRejecting ? (
    <Trans>{address} (rejects our emails)</Trans>
  ) : isConfirmed ? (
    address
  ) : (
    <Trans>{address} (not confirmed yet)</Trans>
  );

/** Where we write to a successor. */
export function Addresses({ successor }: { successor: Successor }) {
  const { email, verified, mailProblem, secondEmail, secondVerifiedAt, secondMailProblem } = successor;
  if (secondEmail === null) return <p className="quiet">{email}</p>;
  return (
    <p className="quiet">
      <Address address={email} isConfirmed={verified} isRejecting={mailProblem !== null} />
      <br />
      <Address
        address={secondEmail}
        isConfirmed={secondVerifiedAt !== null}
        isRejecting={secondMailProblem !== null}
      />
    </p>
  );
}
