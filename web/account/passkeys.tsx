/** The account's passkeys: add, rename, remove, and let them open the vault. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';

type Passkey = Schemas['Passkey'];
type Act = 'rename' | 'open' | 'remove';

const passkeyCode = () => import('../session/passkey.ts');

const LONGEST_NAME = 60;

export default function Passkeys() {
  const { t } = useLingui();
  const { data, error, refetch } = $api.useQuery('get', '/passkeys');
  const opening = useQuery({ queryKey: ['keys', 'passkeys'], queryFn: () => keys.passkeysOfVault() });
  const said = useRef<HTMLParagraphElement>(null);
  const [outcome, say] = useState('');
  const [chosen, choose] = useState<{ act: Act; passkey: Passkey } | null>(null);

  async function done(words: string) {
    choose(null);
    await Promise.all([refresh('/passkeys'), opening.refetch()]);
    say(words);
    said.current?.focus();
  }

  async function added(passkey: Passkey, mayOpenVault: boolean) {
    await done(t`You can log in with “${passkey.name}” now.`);
    if (mayOpenVault) choose({ act: 'open', passkey });
  }

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>
        <Trans>Passkeys</Trans>
      </PageTitle>
      <p>
        <Trans>
          With a passkey you log in with your fingerprint, your face or the PIN of your device, without
          password and code. Many passkeys also open your vault. Your password and your recovery code keep
          working.
        </Trans>
      </p>
      <p role="status" tabIndex={-1} ref={said}>
        {outcome}
      </p>
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          {data.passkeys.map((passkey) => (
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
        </div>
      )}
      {chosen && <ActDialog {...chosen} onDone={done} onClosed={() => choose(null)} />}
    </div>
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
      <dl className="facts">
        <dt>
          <Trans>Added</Trans>
        </dt>
        <dd>
          <Moment at={createdAt} as="short moment" />
        </dd>
        <dt>
          <Trans>Last used</Trans>
        </dt>
        <dd>{lastUsedAt ? <Moment at={lastUsedAt} as="short moment" /> : <Trans>Never</Trans>}</dd>
        <dt>
          <Trans>Opens your vault</Trans>
        </dt>
        <dd>{opensVault ? <Trans>Yes</Trans> : <Trans>No, we ask for your password</Trans>}</dd>
      </dl>
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
      <TextField
        label={t`Name of the passkey`}
        description={t`So that you recognise it later, such as “Phone”.`}
        name="name"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={setName}
        isRequired
      />
      <ProblemNotice error={error} />
      <Button type="submit" isPending={isPending}>
        <Trans>Add a passkey</Trans>
      </Button>
    </Form>
  );
}

interface ActDialogProps {
  act: Act;
  passkey: Passkey;
  onDone(words: string): Promise<void>;
  onClosed(): void;
}

function ActDialog({ act, passkey, onDone, onClosed }: ActDialogProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { id, credentialId, name } = passkey;
  const { run, isPending, error } = useTask(async (form: FormData) => {
    if (act === 'rename') {
      const body = { name: String(form.get('name')).trim() };
      await answered(api.PUT('/passkeys/{passkeyId}', { params: { path: { passkeyId: id } }, body }));
      return onDone(t`The passkey is called “${body.name}” now.`);
    }
    if (act === 'remove') {
      await confirmed(() => keys.removePasskey({ id, credentialId }));
      return onDone(t`“${name}” is removed. Nobody can log in with it any more.`);
    }
    const { letPasskeyOpen } = await passkeyCode();
    await letPasskeyOpen(credentialId, String(form.get('password')));
    return onDone(t`“${name}” opens your vault now.`);
  });
  const titles = {
    rename: t`Rename “${name}”`,
    open: t`Let “${name}” open your vault`,
    remove: t`Remove “${name}”?`,
  };
  const labels = { rename: t`Save`, open: t`Continue`, remove: t`Remove` };
  return (
    <Dialog title={titles[act]} isOpen onOpenChange={(isOpen) => isOpen || onClosed()}>
      <Form onSubmit={run}>
        {act === 'rename' && (
          <TextField
            label={t`Name of the passkey`}
            name="name"
            maxLength={LONGEST_NAME}
            defaultValue={name}
            isRequired
            autoFocus
          />
        )}
        {act === 'open' && (
          <>
            <p>
              <Trans>
                Then one touch logs you in and opens your vault. Enter your password once, and use the passkey
                again. When you change your password, you’ll have to do this again.
              </Trans>
            </p>
            <PasswordField
              label={t`Your password`}
              name="password"
              autoComplete="current-password"
              isRequired
              autoFocus
            />
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
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look={act === 'remove' ? 'danger' : 'main'} isPending={isPending}>
            {labels[act]}
          </Button>
          <Button look="quiet" onPress={onClosed}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
