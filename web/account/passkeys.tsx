/** The account's passkeys: add, rename, remove, and let them open the vault. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { NameField } from '../ui/name-field.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { ManagedPage, nameIn, useOutcome } from './managed.tsx';

type Passkey = Schemas['Passkey'];
type Act = 'rename' | 'open' | 'remove';

const passkeyCode = () => import('../session/passkey.ts');

export default function Passkeys() {
  const { t } = useLingui();
  const query = $api.useQuery('get', '/passkeys');
  const opening = useQuery({ queryKey: ['keys', 'passkeys'], queryFn: () => keys.passkeysOfVault() });
  const { outcome, say } = useOutcome();
  const [chosen, choose] = useState<{ act: Act; passkey: Passkey } | null>(null);

  async function done(words: string) {
    choose(null);
    await Promise.all([refresh('/passkeys'), opening.refetch()]);
    say(words);
  }

  async function added(passkey: Passkey, mayOpenVault: boolean) {
    await done(t`You can log in with “${passkey.name}” now.`);
    if (mayOpenVault) choose({ act: 'open', passkey });
  }

  const intro = (
    <p>
      <Trans>
        With a passkey you log in with your fingerprint, your face or the PIN of your device, without a
        password or a code. Many passkeys also open your vault. Your password and your recovery code keep
        working.
      </Trans>
    </p>
  );
  return (
    <>
      <ManagedPage title={t`Passkeys`} intro={intro} outcome={outcome} query={query}>
        {({ passkeys }) => (
          <>
            {passkeys.map((passkey) => (
              <PasskeyCard
                key={passkey.id}
                passkey={passkey}
                opensVault={opening.data?.includes(passkey.credentialId) ?? false}
                onAct={(act) => choose({ act, passkey })}
              />
            ))}
            <Card title={<Trans>Add a passkey</Trans>}>
              <Add onAdded={added} />
            </Card>
          </>
        )}
      </ManagedPage>
      {chosen && <PasskeyDialog {...chosen} onDone={done} onClosed={() => choose(null)} />}
    </>
  );
}

interface PasskeyCardProps {
  passkey: Passkey;
  opensVault: boolean;
  onAct(act: Act): void;
}

function PasskeyCard({ passkey, opensVault, onAct }: PasskeyCardProps) {
  const { t } = useLingui();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Card title={name}>
      <Facts
        of={[
          { what: t`Added`, is: <Moment at={createdAt} as="short moment" /> },
          {
            what: t`Last used`,
            is: lastUsedAt ? <Moment at={lastUsedAt} as="short moment" /> : t`Never`,
          },
          {
            what: t`Opens your vault`,
            is: opensVault ? t`Yes` : t`No, we ask for your password`,
          },
        ]}
      />
      <div className="row">
        {!opensVault && (
          <Button
            look="second"
            size="small"
            aria-label={t`Let “${name}” open your vault`}
            onPress={() => onAct('open')}
          >
            <Trans>Let it open your vault</Trans>
          </Button>
        )}
        <Button look="second" size="small" aria-label={t`Rename “${name}”`} onPress={() => onAct('rename')}>
          <Trans>Rename</Trans>
        </Button>
        <Button look="danger" size="small" aria-label={t`Remove “${name}”`} onPress={() => onAct('remove')}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </Card>
  );
}

function Add({ onAdded }: { onAdded(passkey: Passkey, mayOpenVault: boolean): Promise<void> }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [name, setName] = useState('');
  const { run, isPending, error } = useTask(async () => {
    const { addPasskey } = await passkeyCode();
    const { passkey, mayOpenVault } = await confirmed(() => addPasskey(name.trim()));
    setName('');
    await onAdded(passkey, mayOpenVault);
  });
  return (
    <Form onSubmit={run}>
      <NameField
        label={t`Name of the passkey`}
        description={t`So that you recognise it later, such as “Phone”.`}
        value={name}
        onChange={setName}
      />
      <ProblemNotice error={error} />
      <Button type="submit" isPending={isPending}>
        <Trans>Add a passkey</Trans>
      </Button>
    </Form>
  );
}

interface PasskeyDialogProps {
  act: Act;
  passkey: Passkey;
  onDone(words: string): Promise<void>;
  onClosed(): void;
}

function PasskeyDialog({ act, passkey, onDone, onClosed }: PasskeyDialogProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { id, credentialId, name } = passkey;
  const work = {
    async rename(form: FormData) {
      const body = { name: nameIn(form) };
      await answered(api.PUT('/passkeys/{passkeyId}', { params: { path: { passkeyId: id } }, body }));
      await onDone(t`The passkey is called “${body.name}” now.`);
    },
    async remove() {
      await confirmed(() => keys.removePasskey({ id, credentialId }));
      await onDone(t`“${name}” is removed. Nobody can log in with it any more.`);
    },
    async open(form: FormData) {
      const { letPasskeyOpen } = await passkeyCode();
      await letPasskeyOpen(credentialId, String(form.get('password')));
      await onDone(t`“${name}” opens your vault now.`);
    },
  };
  const titles = {
    rename: t`Rename “${name}”`,
    open: t`Let “${name}” open your vault`,
    remove: t`Remove “${name}”?`,
  };
  const labels = { rename: t`Save`, open: t`Continue`, remove: t`Remove` };
  return (
    <ActDialog
      title={titles[act]}
      label={labels[act]}
      look={act === 'remove' ? 'danger' : 'main'}
      work={work[act]}
      onClosed={onClosed}
    >
      {act === 'rename' && <NameField label={t`Name of the passkey`} defaultValue={name} autoFocus />}
      {act === 'open' && (
        <>
          <p>
            <Trans>
              Then one touch logs you in and opens your vault. Enter your password once, and use the passkey
              again. When you change your password, you’ll have to do this again.
            </Trans>
          </p>
          <CurrentPasswordField autoFocus />
        </>
      )}
      {act === 'remove' && (
        <p>
          <Trans>
            Nobody can log in with it any more, and all your other devices are logged out. You can log in
            there again with your password or another passkey.
          </Trans>
        </p>
      )}
    </ActDialog>
  );
}
