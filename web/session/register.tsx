/** Opening an account: name and password, then the recovery code, then the mailbox. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { AS_VISITOR } from '../../client/api.ts';
import { $api } from '../api/queries.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import type { Language } from '../locales/areas.ts';
import { Letterbox } from '../pictures/letterbox.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { EmailsWait } from './emails-wait.tsx';
import { KeepRecoveryCode } from './keep-recovery-code.tsx';
import { NewPassword } from './new-password.tsx';
import { Resend } from './resend.tsx';
import { forgetUnfinished, keepUnfinished, readUnfinished } from './unfinished.ts';

type RegistrationStep = { at: 'form' } | { at: 'code'; recoveryCode: string } | { at: 'mail' };

/** From the part after the #, which browsers don't send, so that it reaches the service only with the account. */
const readInvitation = (): string | null => new URLSearchParams(location.hash.slice(1)).get('invitation');

/** Names are mailed to people who did not ask for them, so the service refuses addresses and numbers in them. */
const NO_NAME = /[@/\\]|\.\p{L}{2}|\d{5}/u;

export default function Register() {
  const { t, i18n } = useLingui();
  const [step, go] = useState<RegistrationStep>({ at: 'form' });
  const [unfinished] = useState(readUnfinished);
  const [invitation] = useState(readInvitation);
  const [name, setName] = useState(unfinished?.name ?? '');
  const [email, setEmail] = useState(unfinished?.email ?? '');
  const [password, setPassword] = useState<string | null>(null);
  const [refused, refuse] = useState<'person' | 'invitation' | null>(null);
  const owner = { name: name.trim(), email: email.trim() };

  const { run, isPending, error } = useTask(async (chosen: string) => {
    refuse(null);
    const { recoveryCode } = await keys.prepareAccount({
      ...owner,
      password: chosen,
      language: i18n.locale as Language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(invitation === null ? {} : { invitation }),
    });
    keepUnfinished(owner);
    go({ at: 'code', recoveryCode });
  });

  async function send() {
    try {
      await keys.register();
      forgetUnfinished();
      go({ at: 'mail' });
    } catch (problem) {
      const isUninvited = hasCode(problem, 'invitation_required') || hasCode(problem, 'registration_closed');
      if (!isUninvited && !hasCode(problem, 'validation_failed')) throw problem;
      refuse(isUninvited ? 'invitation' : 'person');
      go({ at: 'form' });
    }
  }

  const site = $api.useQuery('get', '/site', AS_VISITOR);
  const mode = site.data?.registration;

  if (step.at === 'mail') return <LookIntoMailbox email={owner.email} />;

  if (step.at === 'code')
    return (
      <KeepRecoveryCode
        recoveryCode={step.recoveryCode}
        owner={owner}
        onProven={send}
        doubt={
          <Trans>
            We don’t know whether your account was opened. Keep the sheet and try again: the code stays the
            same. If you give up and no email arrives, destroy the sheet.
          </Trans>
        }
      />
    );

  if (mode === 'closed' || (mode === 'invited' && invitation === null))
    return <NotOpen isByInvitation={mode === 'invited'} contact={site.data?.contact ?? null} />;

  return (
    <>
      <PageTitle>
        <Trans>Open an account</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Keep what matters in a vault, and decide who gets it if you no longer check in.</Trans>
      </p>
      {unfinished && !refused && (
        <Notice>
          <Trans>
            This page was reloaded before your account was opened. Please choose a password again. You’ll get
            a new recovery code: if you printed one before, destroy it.
          </Trans>
        </Notice>
      )}
      {refused === 'invitation' && (
        <Notice look="problem" announced>
          <Trans>
            Your invitation has been used or has expired, so no account was opened. Please ask for a new one.
            The recovery code you just saw isn’t valid: destroy it.
          </Trans>
        </Notice>
      )}
      {refused === 'person' && (
        <Notice look="problem" announced>
          <Trans>
            The service doesn’t accept this name or address, so no account was opened. Please change them. The
            recovery code you just saw isn’t valid: destroy it. You’ll get a new one.
          </Trans>
        </Notice>
      )}
      <Form onSubmit={() => password !== null && run(password)}>
        <NameField
          label={t`Your name`}
          description={t`The name your family and friends know you by. We use it in our emails to them.`}
          autoComplete="name"
          value={name}
          onChange={setName}
          validate={(typed) =>
            NO_NAME.test(typed) ? t`Please enter a name, without an address or a long number.` : true
          }
        />
        <TextField
          label={t`Email address`}
          description={t`We use it to remind you to check in, so choose one that you read.`}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={setEmail}
          isRequired
        />
        <NewPassword label={t`Password`} personal={[name, email]} onChange={setPassword} />
        <Notice>
          <Trans>
            Your password encrypts the vault in this browser, and we never see it, so we can’t open the vault
            for you. In the next step, you’ll get a recovery code on paper, in case you forget the password.
            If you lose both, everything in the vault is lost.
          </Trans>
        </Notice>
        <FreePlan />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Continue</Trans>
        </Button>
      </Form>
      <p className="actions">
        <Link href="/log-in">
          <Trans>I have an account</Trans>
        </Link>
      </p>
    </>
  );
}

/** Nobody may open an account, or only those with an invitation. */
function NotOpen({ isByInvitation, contact }: { isByInvitation: boolean; contact: string | null }) {
  return (
    <>
      <PageTitle>
        {isByInvitation ? <Trans>By invitation only</Trans> : <Trans>No new accounts</Trans>}
      </PageTitle>
      <p className="lead">
        {isByInvitation ? (
          <Trans>
            You need an invitation to open an account here. If you have one, open the whole link that you were
            given.
          </Trans>
        ) : (
          <Trans>
            This service isn’t accepting new accounts. If you already have one, you can log in as usual.
          </Trans>
        )}
      </p>
      {isByInvitation && (
        <p>
          {contact ? (
            <Trans>Ask the people who run this service for an invitation: {contact}</Trans>
          ) : (
            <Trans>Ask the people who run this service for an invitation.</Trans>
          )}
        </p>
      )}
      <p>
        <Trans>
          Has someone named you as a successor? Then you don’t need an account: open the link in our email.
        </Trans>
      </p>
      <div className="row">
        <ButtonLink href="/log-in">
          <Trans>Log in</Trans>
        </ButtonLink>
      </div>
    </>
  );
}

/** States the limits in advance where more room costs money. */
function FreePlan() {
  const { i18n } = useLingui();
  const { data } = $api.useQuery('get', '/billing/plans', AS_VISITOR);
  if (!data?.enabled || data.defaultPlan === 'family') return null;
  const { entries, successors } = data.plans[data.defaultPlan];
  const room = i18n.number(entries);
  return (
    <p className="quiet">
      <Trans>
        An account costs nothing. It holds {room} entries and {successors} successors. For more, you can
        choose a paid plan later.
      </Trans>
    </p>
  );
}

function LookIntoMailbox({ email }: { email: string }) {
  return (
    <>
      <PageTitle>
        <Trans>Check your email</Trans>
      </PageTitle>
      <Letterbox />
      <p className="lead">
        <Trans>
          We’ve sent an email to <strong>{email}</strong>. Open the link in it within 24 hours, and then log
          in.
        </Trans>
      </p>
      <EmailsWait />
      <p>
        <Trans>
          If you already have an account with this address, the email tells you so, and nothing has changed.
        </Trans>
      </p>
      <h2>
        <Trans>No email?</Trans>
      </h2>
      <p>
        <Trans>
          It may take a few minutes. Check your spam folder, and check the address above for typing mistakes.
        </Trans>
      </p>
      <Resend email={email} />
      <p className="actions">
        <Link href="/log-in">
          <Trans>Go to the log-in page</Trans>
        </Link>
      </p>
    </>
  );
}
