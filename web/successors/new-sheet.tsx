/** A new kit for someone who has lost the sheet, or has no link that leads to a first one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { DepartureProps } from './departure.tsx';
import { DepartureDialog } from './departure-dialog.tsx';

export function NewSheet(props: DepartureProps) {
  const { t } = useLingui();
  const { id, name, verified, optedOut, publicKey, ownerKey } = props.successor;
  const [asking, ask] = useState<'first' | 'another' | null>(null);
  const isForeign = props.state.hasForeignOwner;
  const isPossible = !optedOut && (isForeign || (verified && (publicKey !== null || ownerKey === null)));
  // Asking changes what the service says about them, and the dialog must still say what comes next.
  if (!isPossible && !asking) return null;
  const kit = asking ?? (publicKey === null ? 'first' : 'another');
  const isFirst = kit === 'first';
  return (
    <Card title={<Trans>Recovery kit</Trans>}>
      <p>
        {isFirst ? (
          <Trans>
            {name} has no sheet yet. If you ask for one, they get an email with a link, and you compare the
            sheet with them.
          </Trans>
        ) : (
          <Trans>
            If {name} has lost the sheet, or someone else may have seen it, ask for a new one. They get an
            email with a link, and you compare the new sheet with them.
          </Trans>
        )}
      </p>
      <Button look="second" onPress={() => ask(kit)}>
        <Trans>Ask for a new sheet</Trans>
      </Button>
      {asking && (
        <DepartureDialog
          {...props}
          firstHalf={() => keys.askForNewKit({ id })}
          title={t`Ask ${name} for a new sheet?`}
          titleWhenDone={t`${name} has been asked`}
          consequence={
            isFirst ? (
              <Trans>{name} gets an email with a new link, and can make a sheet with it.</Trans>
            ) : (
              <Trans>
                Their old sheet stops working at once, so until you’ve compared the new one, nothing would
                reach them. What you chose for them stays chosen.
              </Trans>
            )
          }
          halfDone={<Trans>{name} has been asked for a new sheet.</Trans>}
          done={
            <Trans>We’re writing to {name}. Once they’ve made the new sheet, compare it with them.</Trans>
          }
          action={<Trans>Ask for a new sheet</Trans>}
          keep={isFirst ? <Trans>Later</Trans> : <Trans>Keep the old sheet</Trans>}
          onClose={() => ask(null)}
        />
      )}
    </Card>
  );
}
