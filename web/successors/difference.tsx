import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Difference, SuccessorState } from '../../client/succession.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useTitles } from './entries.ts';
import { refreshPeople, type Successor } from './succession.ts';

function Titles({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui();
  const titles = useTitles();
  if (ids.length === 0) return <Trans>nothing</Trans>;
  if (!titles) return <Plural value={ids.length} one="# entry" other="# entries" />;
  const quoted = ids.map((id) => {
    const title = titles.get(id) ?? id;
    return t`“${title}”`;
  });
  return quoted.join(', ');
}

/** The service and the owner's keys disagree about whether someone is a successor. */
function MembershipDifference({
  successor: { id, name },
  stated,
}: {
  successor: Successor;
  stated: 'opted_out' | 'not_compared' | 'stays';
}) {
  if (stated === 'stays')
    return (
      <>
        <p>
          <Trans>The service says that {name} is your successor again.</Trans>
        </p>
        <p>
          <Trans>According to your own keys, they no longer are.</Trans>
        </p>
      </>
    );
  return (
    <>
      <p>
        {stated === 'opted_out' ? (
          <Trans>The service says that {name} doesn’t want to be a successor.</Trans>
        ) : (
          <Trans>
            The service says that you haven’t compared the words with {name}. If {name} has made a new kit,{' '}
            <Link href={`/successors/${id}/compare`}>compare them again</Link>.
          </Trans>
        )}
      </p>
      <p>
        <Trans>If you agree, {name} gets nothing when you next save.</Trans>
      </p>
    </>
  );
}

function BothSides({ successor, difference }: { successor: Successor; difference: Difference }) {
  const { name } = successor;
  if (difference.what === 'leaves')
    return <MembershipDifference successor={successor} stated={difference.stated} />;
  if (difference.what === 'name')
    return (
      <>
        <p>
          <Trans>The service calls this person “{difference.stated}”.</Trans>
        </p>
        <p>
          {difference.decided === null ? (
            <Trans>When you compared the words, no name was recorded.</Trans>
          ) : (
            <Trans>You compared the words with “{difference.decided}”.</Trans>
          )}
        </p>
      </>
    );
  const states = difference.what === 'entries' || difference.stated;
  return (
    <>
      <p>
        {states ? (
          <Trans>
            The service says that you leave exactly this to {name}: <Titles ids={difference.entryIds} />.
          </Trans>
        ) : (
          <Trans>The service says that you leave everything to {name}, including later entries.</Trans>
        )}
      </p>
      <p>
        {difference.what === 'entries' ? (
          <Trans>You decided differently: you chose other entries.</Trans>
        ) : difference.decided ? (
          <Trans>You decided to leave them only some entries.</Trans>
        ) : (
          <Trans>You decided to leave them everything.</Trans>
        )}
      </p>
    </>
  );
}

/** Where the service and the owner's own record differ, nothing is prepared until the owner has answered. */
export function AgreeOnDifference({ successor, state }: { successor: Successor; state: SuccessorState }) {
  const { id, name } = successor;
  const { difference } = state;
  const confirmed = useConfirmed();
  const { run, isPending, error } = useTask(async (accepted: Difference) => {
    await confirmed(() => keys.agree({ id, difference: accepted }));
    await refreshPeople();
  });
  if (!difference) return null;

  return (
    <Notice look="problem" title={<Trans>Is this what you want for {name}?</Trans>}>
      <BothSides successor={successor} difference={difference} />
      <p>
        {difference.what === 'leaves' && difference.stated === 'opted_out' ? (
          <Trans>
            We’ve emailed you if {name} did that. If you aren’t sure, ask {name}. Nothing more will be
            prepared until you answer.
          </Trans>
        ) : (
          <Trans>
            Perhaps you changed it on another device and were interrupted. If not, someone has tampered with
            it. Nothing more will be prepared until you answer.
          </Trans>
        )}
      </p>
      <ProblemNotice error={error} />
      <Button look="second" onPress={() => run(difference)} isPending={isPending}>
        <Trans>Yes, what the service says is right</Trans>
      </Button>
      {(difference.what === 'restricted' || difference.what === 'entries') && (
        <p className="quiet">
          <Trans>If not, choose again under “Who gets what” and save.</Trans>
        </p>
      )}
    </Notice>
  );
}
