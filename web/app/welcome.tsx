/** Introduces the service to visitors. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function Welcome() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`What matters, in the right hands, when the time comes`}</PageTitle>
      <p className="lead">
        <Trans>
          Vault Handover keeps what the people close to you will need one day, and hands it over if you can no
          longer do it yourself. Never before.
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
