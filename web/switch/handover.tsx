/** A handover under way: how far it is, what comes next, and how to stop it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { answered, api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

type Handover = NonNullable<SwitchFacts['handover']>;
type Response = Handover['responses'][number];

interface HandoverProps {
  handover: Handover;
  successors: SwitchFacts['successors'];
}

const ENDED = ['completed', 'cancelled'];

export function HandoverCard({ handover, successors }: HandoverProps) {
  const { t } = useLingui();
  const nameOf = (id: string) => successors.find((each) => each.id === id)?.name ?? t`Somebody you removed`;
  return (
    <Card title={t`Handover`}>
      <dl className="facts">
        <dt>
          <Trans>Began</Trans>
        </dt>
        <dd>
          <Moment at={handover.startedAt} />
        </dd>
        {handover.status === 'grace_period' && handover.graceEndsAt && (
          <>
            <dt>
              <Trans>We ask who accepts</Trans>
            </dt>
            <dd>
              <Moment at={handover.graceEndsAt} />
            </dd>
          </>
        )}
        {handover.releasedAt && (
          <>
            <dt>
              <Trans>Opened</Trans>
            </dt>
            <dd>
              <Moment at={handover.releasedAt} />
            </dd>
          </>
        )}
        <dt>
          <Trans>Must accept</Trans>
        </dt>
        <dd>
          <Plural value={handover.effectiveQuorum} one="# successor" other="# successors" />
        </dd>
      </dl>
      {handover.undeliverable && (
        <p className="notice">
          <Trans>
            We couldn’t deliver the final notice to your address, so the grace period is longer and we try
            again every day.
          </Trans>
        </p>
      )}
      {handover.responses.length > 0 && (
        <ul className="people">
          {handover.responses.map((response) => (
            <li key={response.successorId}>
              <strong>{nameOf(response.successorId)}</strong> <Answer {...response} />
              {response.message && <blockquote>{response.message}</blockquote>}
            </li>
          ))}
        </ul>
      )}
      {!ENDED.includes(handover.status) && <CancelHandover />}
    </Card>
  );
}

function Answer({ response, at, ownerAliveCount }: Response): ReactNode {
  if (response === 'accept')
    return (
      <span className="badge good">
        <Trans>accepted</Trans> {at && <Moment at={at} as="short moment" />}
      </span>
    );
  if (response === 'decline')
    return (
      <span className="badge warn">
        <Trans>declined</Trans> {at && <Moment at={at} as="short moment" />}
      </span>
    );
  return (
    <span className="badge">
      {ownerAliveCount > 0 ? <Trans>says that you’re alive</Trans> : <Trans>has not answered yet</Trans>}
    </span>
  );
}

function CancelHandover() {
  const { t } = useLingui();
  const [isAsking, ask] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function cancel(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    setPending(true);
    setError(null);
    try {
      await answered(api.POST('/handover/cancel', { body: reason ? { reason } : {} }));
      await refreshSwitch();
      ask(false);
    } catch (problem) {
      setError(problem);
    }
    setPending(false);
  }

  return (
    <>
      <Button look="danger" onPress={() => ask(true)}>
        <Trans>Cancel the handover</Trans>
      </Button>
      <Dialog title={t`Cancel the handover?`} isOpen={isAsking} onOpenChange={ask}>
        <Form onSubmit={cancel} className="form">
          <p>
            <Trans>
              Nobody will be able to open your vault, and the clock starts again. Successors who were already
              asked get an email about it.
            </Trans>
          </p>
          <TextField
            label={t`A few words to them`}
            description={t`Optional. They go into that email.`}
            name="reason"
            lines={3}
            maxLength={500}
          />
          <ProblemNotice error={error} />
          <div className="row">
            <Button type="submit" look="danger" isPending={isPending}>
              <Trans>Cancel the handover</Trans>
            </Button>
            <Button look="second" onPress={() => ask(false)}>
              <Trans>Let it go on</Trans>
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
