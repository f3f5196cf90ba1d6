/** A successor whose address has changed. Their owner decides. */
import { Trans, useLingui } from '@lingui/react/macro';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';

export function NewAddress({ ownerName, token }: { ownerName: string; token: string }) {
  const { t } = useLingui();
  const { run, isPending, isDone, error } = useTask(async (form: FormData) => {
    const body = { token, answer: 'moved' as const, email: String(form.get('email')).trim() };
    await answered(api.POST('/successors/contact', { body, ...AS_VISITOR }));
  });
  if (isDone)
    return (
      <Notice look="good" announced>
        <Trans>
          {ownerName} will see your new address. Once {ownerName} has changed it, we’ll write to you there,
          and you make a new kit: the six words on your sheet belong to the old address. Until then, keep
          reading your mail here.
        </Trans>
      </Notice>
    );
  return (
    <details className="new-address">
      <summary>
        <Trans>My email address has changed</Trans>
      </summary>
      <p>
        <Trans>
          Tell {ownerName} here, and better still by phone too. Only {ownerName} can change the address that
          we write to.
        </Trans>
      </p>
      <Form onSubmit={run}>
        <TextField label={t`New address`} name="email" type="email" autoComplete="email" isRequired />
        <ProblemNotice error={error} />
        <Button type="submit" look="second" isPending={isPending}>
          <Trans>Tell {ownerName}</Trans>
        </Button>
      </Form>
    </details>
  );
}
