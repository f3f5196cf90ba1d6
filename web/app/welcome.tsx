/** Introduces the service to visitors. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { AS_VISITOR } from '../../client/api.ts';
import { $api } from '../api/queries.ts';
import { LettersOnTable } from '../pictures/letters-on-table.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EncryptionPicture } from './encryption-picture.tsx';

export default function Welcome() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`What matters, in the right hands, when the time comes`}</PageTitle>
      <p className="lead">
        <Trans>
          Vault Handover keeps what the people close to you will need one day, and hands it over if you can no
          longer do it yourself. Not before then.
        </Trans>
      </p>
      <div className="row">
        <ButtonLink href="/register" size="big">
          <Trans>Open an account</Trans>
        </ButtonLink>
        <ButtonLink href="/log-in" look="second" size="big">
          <Trans>Log in</Trans>
        </ButtonLink>
      </div>
      <LettersOnTable />
      <h2>
        <Trans>How it works</Trans>
      </h2>
      <ol>
        <li>
          <Trans>
            You put what matters into a vault. It’s encrypted on your device, so we can’t read it.
          </Trans>
        </li>
        <li>
          <Trans>You name your successors and choose what each of them will receive.</Trans>
        </li>
        <li>
          <Trans>
            You check in from time to time. If we don’t hear from you, we remind you: three times, unless you
            choose otherwise.
          </Trans>
        </li>
        <li>
          <Trans>
            If you still don’t answer, we send you a final notice, and a grace period begins. Only then do we
            ask your successors whether they accept.
          </Trans>
        </li>
      </ol>
      <p>
        <Trans>A single sign of life from you stops this at any point and ends any access we’ve given.</Trans>
      </p>
      <h2>
        <Trans>Why nobody can read it before then</Trans>
      </h2>
      <EncryptionPicture />
      <p>
        <Trans>
          So nobody can help you if you lose both your password and the sheet with your recovery code: not
          even we can open your vault.
        </Trans>
      </p>
      <WhoRunsIt />
      <h2>
        <Trans>What it isn’t</Trans>
      </h2>
      <p>
        <Trans>
          It isn’t a will, and it doesn’t replace one. It isn’t an alarm for emergencies either: it waits for
          weeks or months before it does anything.
        </Trans>
      </p>
      <h2>
        <Trans>Do you have a link from one of our emails?</Trans>
      </h2>
      <p>
        <Trans>Just open it. Nothing happens until you press a button on the page.</Trans>
      </p>
      <p className="quiet">
        <Trans>
          For developers: the <a href="/docs">documentation of the API</a>.
        </Trans>
      </p>
    </>
  );
}

/** Who is behind it, what it costs, and what would happen if they stopped. */
function WhoRunsIt() {
  const site = $api.useQuery('get', '/site', AS_VISITOR);
  const billing = $api.useQuery('get', '/billing/plans', AS_VISITOR);
  const { operator = null, place = null } = site.data ?? {};
  return (
    <>
      <h2>
        <Trans>Who runs it, and what it costs</Trans>
      </h2>
      <p>
        {operator && place ? (
          <Trans>
            {operator} runs this service in {place}.
          </Trans>
        ) : operator ? (
          <Trans>{operator} runs this service.</Trans>
        ) : (
          <Trans>
            The people who run this service haven’t said here who they are. Ask them before you trust it.
          </Trans>
        )}{' '}
        {billing.data?.enabled === false && <Trans>It costs nothing.</Trans>}
        {billing.data?.enabled && (
          <Trans>An account costs nothing. You pay only for more room than most people need.</Trans>
        )}
      </p>
      <p>
        <Trans>
          If the service has to close, you lose nothing that you’ve saved yourself: you can save everything at
          any time, in a file that opens without us. The <Link href="/terms">terms</Link> say how you’d be
          told. An outage never counts against you.
        </Trans>
      </p>
    </>
  );
}
