import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import type { Way, WayAct } from './way-dialog.tsx';

/** How long we wait for the outcome of a test, and how often we look, in milliseconds. */
const WATCHED_MS = 20_000;
const LOOKS_EVERY_MS = 1_000;

/** Whether a test was accepted; null if that isn't known in time. */
async function outcomeOf(before: Way): Promise<boolean | null> {
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
    const { channels } = await answered(api.GET('/channels'));
    const now = channels.find(({ id }) => id === before.id);
    if (!now) return null;
    if (now.lastAcceptedAt !== before.lastAcceptedAt) return true;
    if (now.lastFailedAt !== before.lastFailedAt) return false;
  }
  return null;
}

const useErrorWords = (): ((code: string) => string) => {
  const { t } = useLingui();
  return (code) => {
    if (code === 'timeout') return t`no answer in time`;
    if (code === 'address_not_allowed') return t`the address isn’t public`;
    if (code === 'gone') return t`its notifications have ended`;
    if (code === 'push_disabled') return t`this service no longer sends notifications`;
    if (code.startsWith('returned')) return t`an email came back undelivered`;
    return code;
  };
};

function State({ way: { verifiedAt, works } }: { way: Way }) {
  if (verifiedAt === null)
    return (
      <span className="badge warn">
        <Trans>Not confirmed yet</Trans>
      </span>
    );
  return works ? (
    <span className="badge good">
      <Trans>Works</Trans>
    </span>
  ) : (
    <span className="badge alarm">
      <Trans>Doesn’t answer</Trans>
    </span>
  );
}

interface WayCardProps {
  way: Way;
  onAct(act: WayAct): void;
  onTold(words: string): Promise<void>;
}

export function WayCard({ way, onAct, onTold }: WayCardProps) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const { name, kind, address, verifiedAt, lastAcceptedAt, lastFailedAt, lastError } = way;
  const kinds = { mailbox: t`Mailbox`, webhook: t`Webhook`, push: t`Notifications through` };
  const code = lastError === null ? null : errorWords(lastError);
  return (
    <Card title={name} aside={<State way={way} />}>
      <Facts
        of={[
          { what: kinds[kind], is: address },
          {
            what: t`Last delivered`,
            is: lastAcceptedAt ? <Moment at={lastAcceptedAt} as="short moment" /> : t`Never`,
          },
          {
            what: t`Last failed`,
            is: lastFailedAt ? (
              <>
                <Moment at={lastFailedAt} as="short moment" />
                {code !== null && ` (${code})`}
              </>
            ) : (
              t`Never`
            ),
          },
        ]}
      />
      <div className="row">
        {verifiedAt === null ? (
          <Button size="small" aria-label={t`Enter the code of “${name}”`} onPress={() => onAct('verify')}>
            <Trans>Enter the code</Trans>
          </Button>
        ) : (
          <SendTest way={way} onTold={onTold} />
        )}
        {kind === 'webhook' && (
          <Button
            look="second"
            size="small"
            aria-label={t`Give “${name}” a new secret`}
            onPress={() => onAct('secret')}
          >
            <Trans>New secret</Trans>
          </Button>
        )}
        <Button look="second" size="small" aria-label={t`Rename “${name}”`} onPress={() => onAct('rename')}>
          <Trans>Rename</Trans>
        </Button>
        <Button look="danger" size="small" aria-label={t`Remove “${name}”`} onPress={() => onAct('remove')}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </Card>
  );
}

function SendTest({ way, onTold }: Pick<WayCardProps, 'way' | 'onTold'>) {
  const { t } = useLingui();
  const { id, name, kind } = way;
  const { run, isPending, error } = useTask(async () => {
    const path = { channelId: id };
    await answered(api.POST('/channels/{channelId}/test', { params: { path } }));
    const arrived = await outcomeOf(way);
    if (arrived === null) return onTold(t`The test to “${name}” is still on its way. Check back later.`);
    if (!arrived) return onTold(t`The test didn’t reach “${name}”.`);
    const taken = {
      mailbox: t`The mail server of “${name}” has accepted the test. Check that it’s in your inbox, not in spam.`,
      webhook: t`“${name}” has accepted the test.`,
      push: t`The test is on its way to “${name}”. A notification should appear there now.`,
    };
    return onTold(taken[kind]);
  });
  return (
    <>
      <Button
        look="second"
        size="small"
        isPending={isPending}
        aria-label={t`Send a test to “${name}”`}
        onPress={run}
      >
        <Trans>Send a test</Trans>
      </Button>
      <ProblemNotice error={error} />
    </>
  );
}
