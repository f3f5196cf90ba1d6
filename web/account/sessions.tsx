/** Where the account is logged in, and how to end those sessions. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Laptop, Smartphone, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment, useMoments } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';
import { useDeviceWords } from './device-words.ts';
import { useOutcome } from './managed.tsx';

type Session = Schemas['Session'];

const iconOf = ({ kind, system }: Session) => {
  if (kind === 'bearer') return SquareTerminal;
  return system && /android|ios/i.test(system) ? Smartphone : Laptop;
};

export default function Sessions() {
  const { data, error, refetch } = $api.useQuery('get', '/sessions');
  const { outcome, say } = useOutcome();
  const [failure, setFailure] = useState<unknown>(null);

  /** The button disappears with its session, so the focus moves to the outcome. */
  async function hasEnded(words: string) {
    setFailure(null);
    await refresh('/sessions');
    say(words);
  }

  const own = data?.sessions.find(({ isCurrent }) => isCurrent);
  const others = data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <>
      <BackToAccount />
      <PageTitle>
        <Trans>Devices</Trans>
      </PageTitle>
      <p>
        <Trans>
          You’re logged in on these devices. If you don’t recognise one of them, log it out and{' '}
          <Link href="/account/password">change your password</Link>.
        </Trans>
      </p>
      {outcome}
      <ProblemNotice error={failure} />
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          {own && <SessionCard session={own} />}
          {others.map((session) => (
            <SessionCard key={session.id} session={session} onEnded={hasEnded} onFailure={setFailure} />
          ))}
          {others.length > 0 ? (
            <EndOthers count={others.length} onEnded={hasEnded} />
          ) : (
            <p>
              <Trans>You aren’t logged in anywhere else.</Trans>
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface SessionCardProps {
  session: Session;
  onEnded?(words: string): Promise<void>;
  onFailure?(error: unknown): void;
}

function SessionCard({ session, onEnded, onFailure }: SessionCardProps) {
  const { t } = useLingui();
  const device = useDeviceWords()(session);
  const lastUsed = useMoments()(session.lastUsedAt, 'short moment');
  const Icon = iconOf(session);
  const { run, isPending } = useTask(async () => {
    try {
      await answered(api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId: session.id } } }));
      await onEnded?.(t`${device} is logged out.`);
    } catch (problem) {
      onFailure?.(problem);
      // The session may have been ended elsewhere, so the list is read again.
      void refresh('/sessions');
    }
  });
  return (
    <Card
      title={
        <span className="device">
          <Icon aria-hidden="true" size={22} />
          {device}
        </span>
      }
      aside={
        session.isCurrent ? (
          <span className="badge good">
            <Trans>This device</Trans>
          </span>
        ) : undefined
      }
    >
      <Facts
        of={[
          {
            what: t`Last used`,
            is: session.isCurrent ? t`Now` : <Moment at={session.lastUsedAt} as="short moment" />,
          },
          { what: t`Logged in`, is: <Moment at={session.createdAt} as="short moment" /> },
          { what: t`IP address`, is: session.ipAddress },
          {
            what: t`Kind`,
            is: session.kind !== 'browser' && (session.kind === 'app' ? t`An app` : t`A program (no person)`),
          },
        ]}
      />
      {!session.isCurrent && (
        <Button
          look="second"
          size="small"
          isPending={isPending}
          aria-label={t`Log out ${device}, last used ${lastUsed}`}
          onPress={run}
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </Card>
  );
}

function EndOthers({ count, onEnded }: { count: number; onEnded(words: string): Promise<void> }) {
  const { t } = useLingui();
  const [asks, ask] = useState(false);
  async function end() {
    await answered(api.POST('/sessions/invalidate-others'));
    ask(false);
    await onEnded(t`All other devices have been logged out.`);
  }
  return (
    <div>
      <Button look="danger" onPress={() => ask(true)}>
        <Trans>Log out all other devices</Trans>
      </Button>
      {asks && (
        <ActDialog
          title={t`Log out all other devices?`}
          label={t`Log out all others`}
          look="danger"
          work={end}
          onClosed={() => ask(false)}
        >
          <p>
            <Plural
              value={count}
              one="One other device will have to log in again. Nothing you’ve saved is lost."
              other="# other devices will have to log in again. Nothing you’ve saved is lost."
            />
          </p>
        </ActDialog>
      )}
    </div>
  );
}
