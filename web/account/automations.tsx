/** Automations: programs and devices with a token that can check in for the owner, or read the state of the switch. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { AddAutomation, type NewToken } from './add-automation.tsx';
import { AutomationToken } from './automation-token.tsx';
import { ManagedPage, useOutcome } from './managed.tsx';

type Automation = Schemas['Automation'];

export default function Automations() {
  const { t } = useLingui();
  const query = $api.useQuery('get', '/automations');
  const { outcome, say } = useOutcome();
  const [shown, show] = useState<NewToken | null>(null);
  const [leaving, revoke] = useState<Automation | null>(null);

  async function revoked(words: string) {
    revoke(null);
    await refresh('/automations');
    say(words);
  }

  async function added(token: NewToken) {
    say('');
    show(token);
    await refresh('/automations');
  }

  return (
    <>
      <ManagedPage title={t`Automations`} intro={<Intro />} outcome={outcome} query={query}>
        {({ automations }) => (
          <>
            {automations.map((automation) => (
              <AutomationCard
                key={automation.id}
                automation={automation}
                onRevoke={() => revoke(automation)}
              />
            ))}
            <Card title={<Trans>Add an automation</Trans>}>
              <AddAutomation onAdded={added} />
            </Card>
          </>
        )}
      </ManagedPage>
      {shown && <AutomationToken {...shown} onKept={() => show(null)} />}
      {leaving && <RevokeDialog automation={leaving} onRevoked={revoked} onClosed={() => revoke(null)} />}
    </>
  );
}

const Intro = () => (
  <>
    <p>
      <Trans>
        A phone’s shortcut, an NFC tag or your smart home can check in for you, and a monitor can read how
        your switch is doing. Each has a token of its own, which can do only that one thing.
      </Trans>
    </p>
    <Notice title={<Trans>What a check-in token means</Trans>}>
      <Trans>
        Anyone or anything that uses it tells us that you’re alive. If it carries on after your death, your
        vault is never handed over. So let it act only on something that you do yourself, such as tapping a
        tag.
      </Trans>
    </Notice>
  </>
);

function AutomationCard({ automation, onRevoke }: { automation: Automation; onRevoke(): void }) {
  const { t } = useLingui();
  const { name, scope, createdAt, expiresAt, lastUsedAt } = automation;
  const may = {
    'check-in': t`check in for you`,
    status: t`read how your switch is doing`,
    calendar: t`read the dates of your switch as a calendar`,
  };
  return (
    <Card title={name}>
      <Facts
        of={[
          { what: t`May`, is: may[scope] },
          { what: t`Added`, is: <Moment at={createdAt} as="short moment" /> },
          {
            what: t`Last used`,
            is: lastUsedAt ? <Moment at={lastUsedAt} as="short moment" /> : t`Never`,
          },
          {
            what: t`Works until`,
            is: expiresAt ? <Moment at={expiresAt} as="short moment" /> : t`you revoke its token`,
          },
        ]}
      />
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
  async function revoke() {
    const path = { automationId: id };
    await confirmed(() => answered(api.DELETE('/automations/{automationId}', { params: { path } })));
    await onRevoked(t`The token of “${name}” no longer works.`);
  }
  return (
    <ActDialog
      title={t`Revoke the token of “${name}”?`}
      label={t`Revoke`}
      look="danger"
      work={revoke}
      onClosed={onClosed}
    >
      <p>
        {scope === 'check-in' ? (
          <Trans>It will no longer be able to check in for you. Remember to check in yourself.</Trans>
        ) : (
          <Trans>It will no longer be able to read how your switch is doing.</Trans>
        )}
      </p>
    </ActDialog>
  );
}
