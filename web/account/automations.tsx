/** Automations: programs and devices with a token that can check in for the owner, or read the state of the switch. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { AddAutomation, type NewToken } from './add-automation.tsx';
import { AutomationToken } from './automation-token.tsx';
import { BackToAccount } from './back.tsx';

type Automation = Schemas['Automation'];

export default function Automations() {
  const { data, error, refetch } = $api.useQuery('get', '/automations');
  const said = useRef<HTMLParagraphElement>(null);
  const [outcome, say] = useState('');
  const [shown, show] = useState<NewToken | null>(null);
  const [leaving, revoke] = useState<Automation | null>(null);

  async function revoked(words: string) {
    revoke(null);
    await refresh('/automations');
    say(words);
    said.current?.focus();
  }

  async function added(token: NewToken) {
    say('');
    show(token);
    await refresh('/automations');
  }

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>
        <Trans>Automations</Trans>
      </PageTitle>
      <p>
        <Trans>
          A phone’s shortcut, an NFC tag or your smart home can check in for you, and a monitor can read how
          your switch is doing. Each has a token of its own, which can do only that one thing.
        </Trans>
      </p>
      <Notice title={<Trans>What a token that checks in means</Trans>}>
        <p>
          <Trans>
            Whoever or whatever uses it tells us that you’re alive. If it carries on by itself after your
            death, your vault is never handed over. So let it act only on something that you do yourself, such
            as tapping a tag.
          </Trans>
        </p>
      </Notice>
      <p role="status" tabIndex={-1} ref={said}>
        {outcome}
      </p>
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          {data.automations.map((automation) => (
            <AutomationCard key={automation.id} automation={automation} onRevoke={() => revoke(automation)} />
          ))}
          <Card title={<Trans>Add an automation</Trans>}>
            <AddAutomation onAdded={added} />
          </Card>
        </div>
      )}
      {shown && <AutomationToken {...shown} onKept={() => show(null)} />}
      {leaving && <RevokeDialog automation={leaving} onRevoked={revoked} onClosed={() => revoke(null)} />}
    </div>
  );
}

function AutomationCard({ automation, onRevoke }: { automation: Automation; onRevoke(): void }) {
  const { t } = useLingui();
  const { name, scope, createdAt, expiresAt, lastUsedAt } = automation;
  return (
    <Card title={name}>
      <dl className="facts">
        <dt>
          <Trans>May</Trans>
        </dt>
        <dd>
          {scope === 'check-in' && <Trans>check in for you</Trans>}
          {scope === 'status' && <Trans>read how your switch is doing</Trans>}
          {scope === 'calendar' && <Trans>read the dates of your switch as a calendar</Trans>}
        </dd>
        <dt>
          <Trans>Added</Trans>
        </dt>
        <dd>
          <Moment at={createdAt} as="short moment" />
        </dd>
        <dt>
          <Trans>Last used</Trans>
        </dt>
        <dd>{lastUsedAt ? <Moment at={lastUsedAt} as="short moment" /> : <Trans>Never</Trans>}</dd>
        <dt>
          <Trans>Works until</Trans>
        </dt>
        <dd>
          {expiresAt ? <Moment at={expiresAt} as="short moment" /> : <Trans>you revoke its token</Trans>}
        </dd>
      </dl>
      <Button look="danger" size="small" aria-label={t`Revoke the token of “${name}”`} onPress={onRevoke}>
        <Trans>Revoke its token</Trans>
      </Button>
    </Card>
  );
}

interface RevokeDialogProps {
  automation: Automation;
  onRevoked(words: string): Promise<void>;
  onClosed(): void;
}

function RevokeDialog({ automation, onRevoked, onClosed }: RevokeDialogProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { id, name, scope } = automation;
  const { run, isPending, error } = useTask(async () => {
    const path = { automationId: id };
    await confirmed(() => answered(api.DELETE('/automations/{automationId}', { params: { path } })));
    await onRevoked(t`The token of “${name}” no longer works.`);
  });
  return (
    <Dialog title={t`Revoke the token of “${name}”?`} isOpen onOpenChange={(isOpen) => isOpen || onClosed()}>
      <p>
        {scope === 'check-in' ? (
          <Trans>It will no longer be able to check in for you. Remember to check in yourself.</Trans>
        ) : (
          <Trans>It will no longer be able to read how your switch is doing.</Trans>
        )}
      </p>
      <ProblemNotice error={error} />
      <div className="row">
        <Button look="danger" isPending={isPending} onPress={run}>
          <Trans>Revoke</Trans>
        </Button>
        <Button look="quiet" onPress={onClosed}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
