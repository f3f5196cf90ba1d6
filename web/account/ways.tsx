/** Ways to reach the owner besides the mailbox of their account: add, confirm, test, rename and remove them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { $api, refresh } from '../api/queries.ts';
import { useSession } from '../session/session.ts';
import { Card } from '../ui/card.tsx';
import { AddWay } from './add-way.tsx';
import { ManagedPage, useOutcome } from './managed.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WayCard } from './way-card.tsx';
import { type AddedWay, type Way, type WayAct, WayDialog } from './way-dialog.tsx';

export default function Ways() {
  const { t } = useLingui();
  const query = $api.useQuery('get', '/channels');
  const { outcome, say } = useOutcome();
  const [chosen, choose] = useState<{ act: WayAct; way: Way } | null>(null);
  const [shown, show] = useState<AddedWay | null>(null);

  const readAgain = () => refresh('/channels');

  async function done(words: string, renewed?: AddedWay) {
    choose(null);
    if (renewed) show(renewed);
    await readAgain();
    say(words);
  }

  async function added(way: AddedWay) {
    say('');
    if (way.secret === undefined) choose({ act: 'verify', way: way.channel });
    else show(way);
    await readAgain();
  }

  function kept({ channel }: AddedWay) {
    show(null);
    if (channel.verifiedAt === null) choose({ act: 'verify', way: channel });
  }

  return (
    <>
      <ManagedPage title={t`Ways to reach you`} intro={<Intro />} outcome={outcome} query={query}>
        {({ channels, pushKey }) => (
          <>
            {channels.map((way) => (
              <WayCard
                key={way.id}
                way={way}
                onAct={(act) => choose({ act, way })}
                onTold={async (words) => {
                  await readAgain();
                  say(words);
                }}
              />
            ))}
            <Card title={<Trans>Add a way</Trans>}>
              <AddWay pushKey={pushKey} onAdded={added} />
            </Card>
          </>
        )}
      </ManagedPage>
      {shown?.secret !== undefined && (
        <ShownOnce
          title={t`The secret of “${shown.channel.name}”`}
          what={t`Secret of the webhook`}
          secret={shown.secret}
          onKept={() => kept(shown)}
        >
          <p>
            <Trans>
              Enter it where the requests arrive. They’re signed with it as{' '}
              <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
                Standard Webhooks
              </a>{' '}
              describes, so that nobody else can send them.
            </Trans>
          </p>
        </ShownOnce>
      )}
      {chosen && <WayDialog {...chosen} onDone={done} onClosed={() => choose(null)} />}
    </>
  );
}

function Intro() {
  const session = useSession();
  const email = session.state === 'in' ? session.user.email : '';
  return (
    <p>
      <Trans>
        If you stay silent for too long, we warn you by email at {email}. Add other ways, so that a full
        mailbox or a spam folder can’t keep a warning from you: every warning then goes to each of them.
        Anyone who reads it there can check in for you, so add only what is yours alone.
      </Trans>
    </p>
  );
}
