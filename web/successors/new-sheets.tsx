/** After starting over with new keys: new sheets for everyone whose sheet names the old ones. */
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { SuccessorsPlaceholder } from './placeholders.tsx';
import { type ListedPerson, refreshPeople, type Successor, usePeople } from './succession.ts';
import './successors.css';

const needsSheet = ({ successor, state }: ListedPerson): boolean =>
  !successor.optedOut && (state?.hasForeignOwner ?? false);

function Person({ successor: { id, name, email } }: { successor: Successor }) {
  const confirmed = useConfirmed();
  const { run, isPending, isDone, error } = useTask(async () => {
    await confirmed(() => keys.askForNewKit({ id }));
    await refreshPeople();
  });
  return (
    <li>
      <div className="row spread">
        <span>
          {name}
          <span className="quiet block">{email}</span>
        </span>
        {isDone ? (
          <span role="status">
            <Check aria-hidden="true" size={18} /> <Trans>We’ve written to {name}</Trans>
          </span>
        ) : (
          <Button look="second" isPending={isPending} onPress={run}>
            <Trans>Ask {name} for a new sheet</Trans>
          </Button>
        )}
      </div>
      <ProblemNotice error={error} />
    </li>
  );
}

export default function NewSheets() {
  const all = usePeople();
  /** Those who were asked stay on the page. */
  const listed = useRef(new Map<string, Successor>());
  if (!all.people || !all.succession) return <SuccessorsPlaceholder {...all} />;
  for (const each of all.people) {
    const { id } = each.successor;
    if (needsSheet(each) || listed.current.has(id)) listed.current.set(id, each.successor);
  }
  const people = [...listed.current.values()];
  return (
    <>
      <PageTitle>
        <Trans>Your vault has new keys</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>
          Your account, your switch and your successors are as they were. What the vault held before stays
          locked. You can delete it, or keep it in case you find the code.
        </Trans>
      </p>
      {people.length > 0 && (
        <>
          <h2>
            <Trans>New sheets for your successors</Trans>
          </h2>
          <p>
            <Trans>
              Their sheets open only what the vault held before, and nothing that you add now. Ask each of
              them for a new one: they get one email, and you compare the new sheet with them. The old sheet
              stops working as soon as you ask, so until you’ve compared the new one, nothing would reach
              them.
            </Trans>
          </p>
          <ul className="bare people">
            {people.map((successor) => (
              <Person key={successor.id} successor={successor} />
            ))}
          </ul>
        </>
      )}
      <div className="actions">
        <ButtonLink href="/vault">
          <Trans>Go to your vault</Trans>
        </ButtonLink>
        <ButtonLink look="second" href="/successors">
          <Trans>Show your successors</Trans>
        </ButtonLink>
      </div>
    </>
  );
}
