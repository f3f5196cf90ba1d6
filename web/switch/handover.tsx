/** A handover under way: how far it is, what comes next, and how to stop it. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

type ShownHandover = NonNullable<SwitchFacts['handover']>;
type HandoverResponse = ShownHandover['responses'][number];

interface HandoverProps {
  handover: ShownHandover;
  successors: SwitchFacts['successors'];
}

const ENDED = ['completed', 'cancelled'];

function Fact({ name, at }: { name: ReactNode; at: string | null }) {
  if (at === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Moment at={at} />
      </dd>
    </>
  );
}

/** How a handover went or goes, and what each successor answered and could read. */
export function HandoverCard({ handover, successors }: HandoverProps) {
  const { t, i18n } = useLingui();
  const { status } = handover;
  const isOver = ENDED.includes(status);
  const isOwnersEnd = handover.cancelReason !== 'no_successor' && handover.cancelReason !== 'restored';
  const nameOf = (id: string) => successors.find((each) => each.id === id)?.name ?? t`Someone you removed`;
  const { compare } = new Intl.Collator(i18n.locale);
  const responses = [...handover.responses].sort((one, other) =>
    compare(nameOf(one.successorId), nameOf(other.successorId)),
  );
  return (
    <Card title={isOver ? t`What happened` : t`Handover`}>
      <dl className="facts">
        <Fact name={<Trans>Started</Trans>} at={handover.startedAt} />
        {status === 'grace_period' && (
          <Fact name={<Trans>We ask your successors whether they accept</Trans>} at={handover.graceEndsAt} />
        )}
        <Fact name={<Trans>Opened</Trans>} at={handover.releasedAt} />
        <Fact name={<Trans>Everyone’s access had ended</Trans>} at={handover.completedAt} />
        <Fact
          name={isOwnersEnd ? <Trans>You were back</Trans> : <Trans>Ended</Trans>}
          at={handover.ownerBackAt ?? handover.cancelledAt}
        />
        {!isOver && (
          <>
            <dt>
              <Trans>Must accept</Trans>
            </dt>
            <dd>
              <Plural value={handover.effectiveQuorum} one="# successor" other="# successors" />
            </dd>
          </>
        )}
      </dl>
      {isOver && handover.releasedAt === null && (
        <p>
          <Trans>Nobody could open anything.</Trans>
        </p>
      )}
      {handover.undeliverable && (
        <p className="notice">
          {status === 'grace_period' ? (
            <Trans>
              We couldn’t deliver the final notice to your address, so the grace period has been extended and
              we’re trying again every day.
            </Trans>
          ) : (
            <Trans>We couldn’t deliver the final notice to your address.</Trans>
          )}
        </p>
      )}
      {responses.length > 0 && (
        <ul className="people">
          {responses.map((response) => (
            <li key={response.successorId}>
              <strong>{nameOf(response.successorId)}</strong> <Answer {...response} isOver={isOver} />
              <Access {...response} endedAt={handover.cancelledAt ?? handover.completedAt} isOver={isOver} />
              {response.message && <blockquote>{response.message}</blockquote>}
            </li>
          ))}
        </ul>
      )}
      {!isOver && <CancelHandover />}
    </Card>
  );
}

function Answer({
  response,
  at,
  ownerAliveCount,
  invitationsSent,
  isOver,
}: HandoverResponse & { isOver: boolean }): ReactNode {
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
      {ownerAliveCount > 0 ? (
        <Trans>says you’re alive</Trans>
      ) : invitationsSent === 0 ? (
        isOver ? (
          <Trans>wasn’t asked</Trans>
        ) : (
          <Trans>not asked yet</Trans>
        )
      ) : isOver ? (
        <Trans>didn’t answer</Trans>
      ) : (
        <Trans>hasn’t answered yet</Trans>
      )}
    </span>
  );
}

/** Until when a successor can or could read, and whether they did. */
function Access({
  accessEndsAt,
  lastAccessAt,
  endedAt,
  isOver,
}: HandoverResponse & { endedAt: string | null; isOver: boolean }): ReactNode {
  if (accessEndsAt === null) return null;
  const until = [accessEndsAt, endedAt ?? accessEndsAt].sort()[0]!;
  return (
    <p className="quiet">
      {isOver || Date.parse(until) < Date.now() ? (
        <Trans>
          Could read it until <Moment at={until} as="short moment" />.
        </Trans>
      ) : (
        <Trans>
          Can read it until <Moment at={until} as="short moment" />.
        </Trans>
      )}{' '}
      {lastAccessAt !== null ? (
        <Trans>
          Last read it on <Moment at={lastAccessAt} as="short moment" />.
        </Trans>
      ) : isOver ? (
        <Trans>Never opened it.</Trans>
      ) : (
        <Trans>Hasn’t opened it yet.</Trans>
      )}
    </p>
  );
}

function CancelHandover() {
  const { t } = useLingui();
  const [isAsking, ask] = useState(false);
  const {
    run: cancel,
    isPending,
    error,
  } = useTask(async (form: FormData) => {
    const reason = String(form.get('reason')).trim();
    await answered(api.POST('/handover/cancel', { body: reason ? { reason } : {} }));
    await refreshSwitch();
    ask(false);
  });

  return (
    <>
      <Button look="danger" onPress={() => ask(true)}>
        <Trans>Cancel the handover</Trans>
      </Button>
      <Dialog title={t`Cancel the handover?`} isOpen={isAsking} onOpenChange={ask}>
        <Form onSubmit={cancel}>
          <p>
            <Trans>
              Nobody will be able to open your vault, and the clock will start again. Successors who have
              already been asked will get an email about it.
            </Trans>
          </p>
          <TextField
            label={t`A few words to them`}
            description={t`Optional. We’ll include them in that email.`}
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
              <Trans>Let it continue</Trans>
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
