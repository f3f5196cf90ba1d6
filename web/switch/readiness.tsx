/** Whether a handover would work today: who could open what, what is missing, and who confirmed when. */
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { Card } from '../ui/card.tsx';
import { Moment } from '../ui/moment.tsx';
import { useNames } from './mark-words.ts';
import { type Readiness, readinessOf, sheetConfirmedAt, wouldReach } from './reach.ts';
import type { SwitchFacts } from './use-switch.ts';

type Successor = SwitchFacts['successors'][number];

const useWhatIsMissing = (): Record<Exclude<Readiness, 'ready'>, string> => {
  const { t } = useLingui();
  return {
    opted_out: t`Doesn’t want to be a successor: name someone else.`,
    foreign_owner: t`Their kit isn’t for your present keys: ask for a new sheet.`,
    mailbox: t`Our emails don’t reach them: ask for a different address.`,
    sheet_lost: t`Has lost the sheet: ask for a new one.`,
    address: t`Still has to open the link in our email, which confirms their address.`,
    kit: t`Still has to make and print their recovery kit.`,
    comparison: t`Has made a kit: compare its six words with them, by phone or in person.`,
    sealing: t`Nothing has been prepared for them yet: choose what they get.`,
    nothing_left: t`Nothing is left to them yet: choose what they get.`,
  };
};

const LOOKS: Partial<Record<Readiness, string>> = {
  ready: 'done',
  opted_out: 'alarm',
  foreign_owner: 'alarm',
  mailbox: 'alarm',
  sheet_lost: 'alarm',
};

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

function Person({ successor, readiness }: { successor: Successor; readiness: Readiness }) {
  const missing = useWhatIsMissing();
  const { id, name, verifiedAt } = successor;
  const confirmedAt = sheetConfirmedAt(successor);
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
              {confirmedAt ? (
                <Trans>
                  Told us on <Moment at={confirmedAt} as="day" /> that we can reach them and that they have
                  their sheet
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

interface ReadinessCardProps extends Pick<SwitchFacts, 'settings' | 'successors'> {
  /** How many shares open the vault. */
  threshold: number;
  /** Those whose kit isn't for the owner's keys. */
  foreign: ReadonlySet<string>;
}

export function ReadinessCard({ settings, successors, threshold, foreign }: ReadinessCardProps) {
  const { t } = useLingui();
  const names = useNames();
  const people = successors.map((successor) => ({
    successor,
    readiness: readinessOf(successor, foreign.has(successor.id)),
  }));
  const ready = people.filter(({ readiness }) => readiness === 'ready');
  const who = names(ready.map(({ successor }) => successor.name));
  const needed = Math.max(threshold, settings.effectiveQuorum);
  return (
    <Card title={t`Would it work today?`}>
      <p>
        {!wouldReach(successors, threshold, foreign) ? (
          <Trans>No: nothing would reach anyone yet.</Trans>
        ) : needed > 1 ? (
          <Trans>
            Yes: once {needed} of them have accepted, {who} could open what you leave to them.
          </Trans>
        ) : (
          <Trans>Yes: {who} could open what you leave to them.</Trans>
        )}
      </p>
      <ul className="bare ruled tasks readiness">
        {people.map((person) => (
          <Person key={person.successor.id} {...person} />
        ))}
      </ul>
    </Card>
  );
}
