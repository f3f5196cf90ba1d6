import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import type { DepartureProps } from './departure.tsx';
import { DepartureDialog } from './departure-dialog.tsx';
import { useNewAddress } from './person-fields.tsx';
import { refreshPeople } from './succession.ts';

interface ChangeAddressDialogProps extends DepartureProps {
  email: string;
  onChanged(): void;
  onClose(): void;
}

function ChangeAddressDialog({ email, onChanged, ...props }: ChangeAddressDialogProps) {
  const { id, name, verified } = props.successor;
  const { t } = useLingui();
  return (
    <DepartureDialog
      {...props}
      firstHalf={async () => {
        const departure = await keys.moveSuccessor({ id, email });
        onChanged();
        return departure;
      }}
      title={t`Write to ${name} at ${email} from now on?`}
      titleWhenDone={t`The address has been changed`}
      consequence={
        verified ? (
          <Trans>
            A new address might belong to a different person, so {name} starts again: they confirm the address
            and make a new kit, and you compare it again. Their old kit, their old links and their second
            address are no longer valid. What you chose for them stays chosen.
          </Trans>
        ) : (
          <Trans>The link in our earlier email stops working.</Trans>
        )
      }
      halfDone={<Trans>The address has been changed.</Trans>}
      done={
        <Trans>
          We’re writing to {email}. {name} starts again from there.
        </Trans>
      }
      action={<Trans>Change the address</Trans>}
      keep={<Trans>Keep the old address</Trans>}
    />
  );
}

export function ChangeAddress(props: DepartureProps) {
  const { t } = useLingui();
  const { id, email: present, name, verified, contact } = props.successor;
  const wanted = contact?.answer === 'moved' ? contact.newEmail : null;
  const [edited, edit] = useState<string | null>(null);
  const [asked, ask] = useState<string | null>(null);
  const newAddress = useNewAddress(id);
  const {
    run: askAgain,
    isPending,
    isDone,
    error,
  } = useTask(async () => {
    await answered(api.POST('/successors/{id}/contact-question', { params: { path: { id } } }));
    await refreshPeople();
  });

  return (
    <Card title={<Trans>Email address</Trans>}>
      <p>
        <Trans>We write to {present}.</Trans>
      </p>
      {wanted !== null && (
        <p>
          <Trans>
            {name} asked us to write to {wanted} instead, with a link from one of our emails. Call {name}{' '}
            before you change it: someone else may read their old mailbox. The six words belong to the
            address, so {name} then makes a new kit.
          </Trans>
        </p>
      )}
      {wanted !== null && verified && (
        <>
          <p>
            <Trans>
              If {name} says that this is wrong, ask again at {present}: we forget the new address and wait
              for another answer.
            </Trans>
          </p>
          <ProblemNotice error={error} />
          <Button look="second" onPress={askAgain} isPending={isPending}>
            <Trans>Ask again</Trans>
          </Button>
        </>
      )}
      {wanted === null && isDone && (
        <Notice look="good" announced>
          <Trans>We’re asking {name} again.</Trans>
        </Notice>
      )}
      <Form onSubmit={(form) => ask(String(form.get('email')).trim())}>
        <TextField
          label={t`New address`}
          name="email"
          type="email"
          autoComplete="off"
          value={edited ?? wanted ?? ''}
          onChange={edit}
          validate={newAddress}
          isRequired
        />
        <Button type="submit" look="second">
          <Trans>Change the address</Trans>
        </Button>
      </Form>
      {asked !== null && (
        <ChangeAddressDialog
          {...props}
          email={asked}
          onChanged={() => edit(null)}
          onClose={() => ask(null)}
        />
      )}
    </Card>
  );
}
