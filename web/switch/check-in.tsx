/** Behind the link in a reminder. Opening it does nothing; the button checks in. */

import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { Problem } from '../../client/problem.ts';
import { api } from '../api/client.ts';
import { $api } from '../api/queries.ts';
import type { SwitchStatus } from '../api/schemas.ts';
import { hasCode } from '../api/sentences.ts';
import { useLinkToken } from '../app/link-token.ts';
import { MorningWindow } from '../pictures/morning-window.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useStatusTitle } from './status.tsx';
import './switch.css';

interface CheckedIn {
  deadline: string | null;
  /** The previous state of the switch, if the web app knew it. */
  before: SwitchStatus | undefined;
}

const wasOpened = (status: SwitchStatus | undefined): boolean =>
  status === 'released' || status === 'completed';

const TORN = ['token_invalid', 'validation_failed'];

const isTorn = (error: unknown): boolean => TORN.some((code) => hasCode(error, code));

const isStale = (error: unknown): boolean =>
  isTorn(error) || hasCode(error, 'token_used') || hasCode(error, 'token_expired');

export default function CheckIn() {
  const { t } = useLingui();
  const title = useStatusTitle();
  const token = useLinkToken();
  const link = $api.useQuery('get', '/activity/check-in-link', { params: { query: { token } } });
  const status = link.data?.status;

  const {
    run: checkIn,
    result: done,
    isPending,
    error,
  } = useTask(async (): Promise<CheckedIn> => {
    const { deadline } = await answered(api.POST('/activity/check-in-link', { body: { token } }));
    return { deadline, before: status };
  });

  if (done) {
    return (
      <>
        <PageTitle key="done">{t`Thank you. You’re checked in`}</PageTitle>
        {!wasOpened(done.before) && <MorningWindow />}
        <p className="lead" role="status">
          {done.deadline === null ? (
            <Trans>We’ve recorded that you’re well.</Trans>
          ) : (
            <Trans>
              The clock has started again. The next deadline is <Moment at={done.deadline} />.
            </Trans>
          )}{' '}
          {done.before && !wasOpened(done.before) && <Trans>Nothing is handed over.</Trans>}
        </p>
        {done.before === 'paused' && (
          <p>
            <Trans>Your switch stays paused, as you chose.</Trans>
          </p>
        )}
        {wasOpened(done.before) ? (
          <>
            <p>
              {done.before === 'released' ? (
                <Trans>
                  Access is closed again. Anything opened before that has been seen: the activity shows who
                  opened it and when.
                </Trans>
              ) : (
                <Trans>
                  Everyone’s access had already ended. Anything opened before that has been seen: the activity
                  shows who opened it and when.
                </Trans>
              )}
            </p>
            <ButtonLink look="second" href="/account/activity">
              <Trans>See the activity</Trans>
            </ButtonLink>
          </>
        ) : (
          done.deadline !== null && (
            <p>
              <Trans>
                You don’t need to do anything until then, and we’ll email you before. You can close this page.
              </Trans>
            </p>
          )
        )}
      </>
    );
  }
  // The button works without the description, so only a link that doesn't work is worth reporting.
  const refusal = [error, link.error].find((each) => hasCode(each, 'log_in_required'));
  if (refusal) return <LogInInstead />;
  const trouble = error ?? (isStale(link.error) ? link.error : null);
  if (isStale(trouble)) return <StaleLink error={trouble} />;
  return (
    <>
      <PageTitle>{t`Are you well? Let us know`}</PageTitle>
      <p className="lead">
        {status === 'paused' ? (
          <Trans>Press the button to check in. Your switch stays paused, as you chose.</Trans>
        ) : (
          <Trans>
            Press the button to check in. The clock starts again, and any handover in progress ends.
          </Trans>
        )}
      </p>
      <div className="check-in">
        <Button size="big" isPending={isPending} onPress={checkIn}>
          <Trans>I’m here</Trans>
        </Button>
      </div>
      <ProblemNotice error={trouble} />
      {link.data && (
        <Facts
          of={[
            { what: t`Vault of`, is: link.data.ownerName },
            { what: t`Right now`, is: title(link.data.status) },
            { what: t`Deadline`, is: link.data.deadline && <Moment at={link.data.deadline} /> },
          ]}
        />
      )}
      {status === 'released' && (
        <p>
          <Trans>
            Once you check in, nobody can open anything any more. Anything opened before that has been seen.
          </Trans>
        </p>
      )}
      {status === 'completed' && (
        <p>
          <Trans>Everyone’s access has ended. Anything opened before that has been seen.</Trans>
        </p>
      )}
      <p className="quiet">
        <Trans>Opening this page doesn’t check you in. Only the button does.</Trans>
      </p>
    </>
  );
}

/** For owners who chose that no link checks in. */
const LogInInstead = () => (
  <>
    <PageTitle key="log in">
      <Trans>Log in to check in</Trans>
    </PageTitle>
    <p className="lead">
      <Trans>
        You chose not to let links in our emails check you in, so that nobody else who reads your email can do
        it for you.
      </Trans>
    </p>
    <p>
      <Trans>
        Logging in is your sign of life. If you’re already logged in on this device, press the button to check
        in there.
      </Trans>
    </p>
    <ButtonLink size="big" href="/log-in">
      <Trans>Log in</Trans>
    </ButtonLink>
  </>
);

/** Without the button, which could only fail. */
const StaleLink = ({ error }: { error: unknown }) => (
  <>
    <PageTitle key="stale">
      <Trans>This link doesn’t work</Trans>
    </PageTitle>
    <ProblemNotice error={isTorn(error) ? new Problem({ code: 'token_invalid', status: 400 }) : error} />
    <p>
      <Trans>
        A check-in link works once, and stops working when you check in some other way. If you’ve used this
        one, you’re already checked in. To be sure, use the link in our latest email, or just log in.
      </Trans>
    </p>
    <ButtonLink look="second" href="/log-in">
      <Trans>Log in</Trans>
    </ButtonLink>
  </>
);
