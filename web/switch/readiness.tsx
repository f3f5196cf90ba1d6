/** Whether it would work today: who could open what, what is missing, and who confirmed it when. */
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { Card } from '../ui/card.tsx';
import { Moment } from '../ui/moment.tsx';
import { useNames } from './mark-words.ts';
import { type Readiness, readinessOf, wouldReach } from './reach.ts';
import type { SwitchFacts } from './use-switch.ts';

type Successor = SwitchFacts['successors'][number];

const useWhatIsMissing = (): Record<Exclude<Readiness, 'ready'>, string> => {
  const { t } = useLingui();
  return {
    opted_out: t`Doesn’t want to be a successor: name someone else.`,
    mailbox: t`Our emails don’t reach them: ask for a different address.`,
    address: t`Still has to open the link in our email, which confirms their address.`,
    kit: t`Still has to make and print their recovery kit.`,
    comparison: t`Has made a kit: compare its six words with them, by phone or in person.`,
    sealing: t`Nothing has been prepared for them yet: choose what they get.`,
    nothing_left: t`Nothing is left to them yet: choose what they get.`,
  };
};

const LOOKS: Partial<Record<Readiness, string>> = { ready: 'done', opted_out: 'alarm', mailbox: 'alarm' };

/** Evidence, the strongest first. */
function Evidence({ successor: { rehearsal, keyPinnedAt } }: { successor: Successor }) {
  if (rehearsal?.openedAt)
    return (
      <Trans>
        Ready, and opened the rehearsal on <Moment at={rehearsal.openedAt} as="day" />
      </Trans>
    );
  return (
    <Trans>
      Ready, compared on <Moment at={keyPinnedAt ?? ''} as="day" />, not rehearsed yet
    </Trans>
  );
}

function Person({ successor }: { successor: Successor }) {
  const missing = useWhatIsMissing();
  const readiness = readinessOf(successor);
  const { id, name, verifiedAt, contact } = successor;
  return (
    <li className={LOOKS[readiness] ?? 'warn'}>
      <Link href={`/successors/${id}`}>
        {readiness === 'ready' ? (
          <CircleCheck aria-hidden="true" size={22} />
        ) : (
          <CircleAlert aria-hidden="true" size={22} />
        )}
        <span>
          <strong>{name}</strong>
          <br />
          {readiness === 'ready' ? <Evidence successor={successor} /> : missing[readiness]}
          {verifiedAt && (
            <span className="quiet">
              <br />
              {contact?.confirmedAt ? (
                <Trans>
                  Told us on <Moment at={contact.confirmedAt} as="day" /> that we can reach them and that they
                  have their sheet
                </Trans>
              ) : (
                <Trans>
                  Confirmed their address on <Moment at={verifiedAt} as="day" />
                </Trans>
              )}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

export function ReadinessCard({ settings, successors }: Pick<SwitchFacts, 'settings' | 'successors'>) {
  const { t } = useLingui();
  const names = useNames();
  const ready = successors.filter((each) => readinessOf(each) === 'ready');
  const who = names(ready.map(({ name }) => name));
  const quorum = settings.effectiveQuorum;
  return (
    <Card title={t`Would it work today?`}>
      <p>
        {!wouldReach({ settings, successors }) ? (
          <Trans>No: nothing would reach anyone yet.</Trans>
        ) : quorum > 1 ? (
          <Trans>
            Yes: once {quorum} of them have accepted, {who} could open what you leave to them.
          </Trans>
        ) : (
          <Trans>Yes: {who} could open what you leave to them.</Trans>
        )}
      </p>
      <ul className="bare ruled tasks readiness">
        {successors.map((successor) => (
          <Person key={successor.id} successor={successor} />
        ))}
      </ul>
    </Card>
  );
}
