/** Another mailbox of a successor. */
import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { useNewAddress } from './person-fields.tsx';
import { refreshPeople, type Successor } from './succession.ts';

export function SecondAddress({ successor }: { successor: Successor }) {
  const { id, name, optedOut, secondEmail } = successor;
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const newAddress = useNewAddress();
  const { run, isPending, error } = useTask(async (wanted: string) => {
    const request = { params: { path: { id } }, body: { secondEmail: wanted } };
    await confirmed(() => answered(api.PUT('/successors/{id}', request)));
    await refreshPeople();
  });
  if (optedOut) return null;
  return (
    <Card title={<Trans>Second email address</Trans>}>
      {secondEmail === null ? (
        <>
          <p>
            <Trans>
              If one mailbox is closed or full, our emails still reach {name} at the other. Every email then
              goes to both, and it’s enough to open one. The kit stays valid.
            </Trans>
          </p>
          <Form onSubmit={(form) => run(String(form.get('secondEmail')).trim())}>
            <TextField
              label={t`Another address for ${name}`}
              name="secondEmail"
              type="email"
              autoComplete="off"
              validate={newAddress}
              isRequired
            />
            <ProblemNotice error={error} />
            <Button type="submit" look="second" isPending={isPending}>
              <Trans>Add the address</Trans>
            </Button>
          </Form>
        </>
      ) : (
        <>
          <State successor={successor} secondEmail={secondEmail} />
          <ProblemNotice error={error} />
          <Button look="second" onPress={() => run('')} isPending={isPending}>
            <Trans>Remove the second address</Trans>
          </Button>
        </>
      )}
    </Card>
  );
}

function State({ successor, secondEmail }: { successor: Successor; secondEmail: string }) {
  const { id, secondVerifiedAt, secondMailProblem } = successor;
  if (secondMailProblem)
    return (
      <p>
        <Trans>{secondEmail} rejects our emails. Remove it, then enter a different one.</Trans>
      </p>
    );
  if (secondVerifiedAt)
    return (
      <p>
        <Trans>Our emails also go to {secondEmail}.</Trans>
      </p>
    );
  return <Unconfirmed id={id} secondEmail={secondEmail} />;
}

function Unconfirmed({ id, secondEmail }: { id: string; secondEmail: string }) {
  const { run, isPending, isDone, error } = useTask(() =>
    answered(
      api.POST('/successors/{id}/resend-verification', { params: { path: { id } }, body: { second: true } }),
    ),
  );
  return (
    <>
      <p>
        <Trans>
          We’ve written to {secondEmail}. Once the link in that email has been opened, our emails go there
          too.
        </Trans>
      </p>
      {isDone && (
        <Notice look="good" announced>
          <Trans>We’re writing to {secondEmail} again.</Trans>
        </Notice>
      )}
      <ProblemNotice error={error} />
      <Button look="second" onPress={() => run()} isPending={isPending}>
        <Trans>Send the email again</Trans>
      </Button>
    </>
  );
}
