import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { subscribe } from './push.ts';
import type { AddedWay, Way } from './way-dialog.tsx';

type Kind = Way['kind'];

interface AddWayProps {
  /** Null if the service sends no pushes. */
  pushKey: string | null;
  onAdded(way: AddedWay): Promise<void>;
}

export function AddWay({ pushKey, onAdded }: AddWayProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const session = useSession();
  const [kind, setKind] = useState<Kind>('mailbox');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  async function prepare(): Promise<() => Promise<AddedWay>> {
    const named = { name: name.trim() };
    const typed = address.trim();
    switch (kind) {
      case 'mailbox':
        return () => answered(api.POST('/channels/mailboxes', { body: { ...named, email: typed } }));
      case 'webhook':
        return () => answered(api.POST('/channels/webhooks', { body: { ...named, url: typed } }));
      case 'push': {
        const subscription = await subscribe(pushKey ?? '');
        return () => answered(api.POST('/channels/pushes', { body: { ...named, subscription } }));
      }
    }
  }
  const { run, isPending, error } = useTask(async () => {
    const way = await confirmed(await prepare());
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
          ...(pushKey === null
            ? []
            : [
                {
                  value: 'push' as const,
                  label: t`On this device`,
                  description: t`A notification on this phone or computer, even when this page is closed.`,
                },
              ]),
          {
            value: 'webhook',
            label: t`By a webhook`,
            description: t`For programs: ntfy, a service that sends text messages, or your smart home.`,
          },
        ]}
      />
      <NameField
        label={t`Name of this way`}
        description={t`So that you recognise it later, such as “Work” or “Phone”.`}
        value={name}
        onChange={setName}
      />
      {kind === 'mailbox' && (
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
      )}
      {kind === 'webhook' && (
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
