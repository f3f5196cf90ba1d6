/** A handover under way: how far it is, what comes next, and how to stop it. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
import { TextField } from '../ui/text-field.tsx';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

type ShownHandover = NonNullable<SwitchFacts['handover']>;
type HandoverResponse = ShownHandover['responses'][number];

interface HandoverProps {
  handover: ShownHandover;
  successors: SwitchFacts['successors'];
}

const ENDED = ['completed', 'cancelled'];

/** A newer service may have other reasons, which need not be the owner's. */
const OWNERS_REASONS = ['owner_returned', 'owner_cancelled', 'paused'];

const moment = (at: string | null) => at && <Moment at={at} />;

/** How a handover went or goes, and what each successor answered and could read. */
export function HandoverCard({ handover, successors }: HandoverProps) {
  const { t, i18n } = useLingui();
  const { status, cancelReason } = handover;
  const isOver = ENDED.includes(status);
  const isOwnersEnd = cancelReason === null || OWNERS_REASONS.includes(cancelReason);
  const nameOf = (id: string) => successors.find((each) => each.id === id)?.name ?? t`Someone you removed`;
  const { compare } = new Intl.Collator(i18n.locale);
  const responses = [...handover.responses].sort((one, other) =>
    compare(nameOf(one.successorId), nameOf(other.successorId)),
  );
  return (
    <Card title={isOver ? t`What happened` : t`Handover`}>
      <Facts
        of={[
          { what: t`Started`, is: moment(handover.startedAt) },
          {
            what: t`We ask your successors whether they accept`,
            is: status === 'grace_period' && moment(handover.graceEndsAt),
          },
          { what: t`Opened`, is: moment(handover.releasedAt) },
          { what: t`Everyone’s access had ended`, is: moment(handover.completedAt) },
          {
            what: isOwnersEnd ? t`You came back` : t`Ended`,
            is: moment(handover.ownerBackAt ?? handover.cancelledAt),
          },
          {
            what: t`Must accept`,
            is: !isOver && <Plural value={handover.effectiveQuorum} one="# successor" other="# successors" />,
          },
        ]}
      />
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
  async function cancel(form: FormData) {
    const reason = String(form.get('reason')).trim();
    await answered(api.POST('/handover/cancel', { body: reason ? { reason } : {} }));
    await refreshSwitch();
  }
  return (
    <AskFirst
      button={(ask) => (
        <Button look="danger" onPress={ask}>
          <Trans>Cancel the handover</Trans>
        </Button>
      )}
      title={t`Cancel the handover?`}
      label={t`Cancel the handover`}
      look="danger"
      keep={t`Let it continue`}
      work={cancel}
    >
      <p>
        <Trans>
          Nobody will be able to open your vault, and the clock will start again. Successors who have already
          been asked will get an email about it.
        </Trans>
      </p>
      <TextField
        label={t`A few words to them`}
        description={t`Optional. We’ll include them in that email.`}
        name="reason"
        lines={3}
        maxLength={500}
      />
    </AskFirst>
  );
}
