import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { NameField } from './managed.tsx';
import type { AddedWay, Way } from './way-dialog.tsx';

type Kind = Way['kind'];

export function AddWay({ onAdded }: { onAdded(way: AddedWay): Promise<void> }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const session = useSession();
  const [kind, setKind] = useState<Kind>('mailbox');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const add = (): Promise<AddedWay> => {
    const named = { name: name.trim() };
    if (kind === 'mailbox')
      return answered(api.POST('/channels/mailboxes', { body: { ...named, email: address.trim() } }));
    return answered(api.POST('/channels/webhooks', { body: { ...named, url: address.trim() } }));
  };
  const { run, isPending, error } = useTask(async () => {
    const way = await confirmed(add);
    setName('');
    setAddress('');
    await onAdded(way);
  });
  const isOwn = (typed: string) =>
    session.state === 'in' && typed.trim().toLowerCase() === session.user.email;
  return (
    <Form onSubmit={run}>
      <RadioGroup<Kind>
        label={t`Where else to warn you`}
        value={kind}
        onChange={setKind}
        options={[
          {
            value: 'mailbox',
            label: t`In another mailbox`,
            description: t`Best with another provider, so that both aren’t down at once.`,
          },
          {
            value: 'webhook',
            label: t`By a webhook`,
            description: t`For programs: ntfy, a service that sends text messages, or your smart home.`,
          },
        ]}
      />
      <NameField
        label={t`Name of this way`}
        description={t`So that you recognise it later, such as “Work”.`}
        value={name}
        onChange={setName}
      />
      {kind === 'mailbox' ? (
        <TextField
          label={t`Email address`}
          name="address"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={address}
          onChange={setAddress}
          validate={(typed) => (isOwn(typed) ? t`Your warnings go to this address already.` : true)}
          isRequired
        />
      ) : (
        <TextField
          label={t`Address of the webhook`}
          description={t`It begins with https:// and can be reached from the internet.`}
          name="address"
          type="url"
          autoComplete="off"
          maxLength={2000}
          value={address}
          onChange={setAddress}
          isRequired
        />
      )}
      <ProblemNotice error={error} />
      <Button type="submit" isPending={isPending}>
        <Trans>Add it</Trans>
      </Button>
    </Form>
  );
}
