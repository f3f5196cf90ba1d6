import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schemas.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { NameField } from '../ui/name-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { nameIn } from './managed.tsx';

export type Way = Schemas['Channel'];
/** A way, with the secret of a webhook while it is shown. */
export interface AddedWay {
  channel: Way;
  secret?: string;
}

export type WayAct = 'verify' | 'rename' | 'secret' | 'remove';

interface WayDialogProps {
  act: WayAct;
  way: Way;
  /** @param renewed with the new secret, if there is one */
  onDone(words: string, renewed?: AddedWay): Promise<void>;
  onClosed(): void;
}

export function WayDialog({ act, way, onDone, onClosed }: WayDialogProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { name } = way;
  const params = { path: { channelId: way.id } };
  const work = {
    async verify(form: FormData) {
      const body = { code: String(form.get('code')).replace(/\s/g, '') };
      await answered(api.POST('/channels/{channelId}/verify', { params, body }));
      await onDone(t`From now on your warnings go to “${name}” too.`);
    },
    async rename(form: FormData) {
      const body = { name: nameIn(form) };
      await answered(api.PUT('/channels/{channelId}', { params, body }));
      await onDone(t`This way is called “${body.name}” now.`);
    },
    async secret() {
      const renewed = await confirmed(() => answered(api.POST('/channels/{channelId}/secret', { params })));
      await onDone(t`“${name}” has a new secret.`, renewed);
    },
    async remove() {
      await confirmed(() => answered(api.DELETE('/channels/{channelId}', { params })));
      await onDone(t`“${name}” is removed. No more warnings go there.`);
    },
  };
  const titles = {
    verify: t`Confirm “${name}”`,
    rename: t`Rename “${name}”`,
    secret: t`Give “${name}” a new secret?`,
    remove: t`Remove “${name}”?`,
  };
  const labels = { verify: t`Confirm`, rename: t`Save`, secret: t`New secret`, remove: t`Remove` };
  return (
    <ActDialog
      title={titles[act]}
      label={labels[act]}
      look={act === 'remove' ? 'danger' : 'main'}
      work={work[act]}
      onClosed={onClosed}
    >
      {act === 'verify' && <CodeField way={way} />}
      {act === 'rename' && <NameField label={t`Name of this way`} defaultValue={name} autoFocus />}
      {act === 'secret' && (
        <p>
          <Trans>
            For a day, we sign with the old secret as well, so that you have time to enter the new one.
          </Trans>
        </p>
      )}
      {act === 'remove' && (
        <p>
          <Trans>
            No more warnings go there, and links to check in that we sent there stop working. Your other ways
            stay as they are.
          </Trans>
        </p>
      )}
    </ActDialog>
  );
}

function CodeField({ way: { id, kind, address } }: { way: Way }) {
  const { t } = useLingui();
  const { run, isPending, isDone, error } = useTask(() =>
    answered(api.POST('/channels/{channelId}/code', { params: { path: { channelId: id } } })),
  );
  const sent = {
    mailbox: <Trans>We’ve sent a code to {address}. It works for 24 hours.</Trans>,
    webhook: <Trans>We’ve sent a code to your webhook. It works for 24 hours.</Trans>,
    push: <Trans>A notification with a code is on its way to the device. The code works for 24 hours.</Trans>,
  };
  return (
    <>
      <p>{sent[kind]}</p>
      <TextField
        label={t`Code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        validate={(typed) =>
          /^\d{8}$/.test(typed.replace(/\s/g, '')) ? true : t`The code has eight digits.`
        }
        isRequired
        autoFocus
      />
      <div>
        <Button look="quiet" size="small" isPending={isPending} onPress={run}>
          <Trans>Send a new code</Trans>
        </Button>
        <span role="status" className="quiet">
          {isDone && <Trans>A new code is on its way. Earlier ones no longer work.</Trans>}
        </span>
      </div>
      <ProblemNotice error={error} />
    </>
  );
}
