import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AskAgain } from './ask-again.tsx';
import { AgreeOnDifference } from './difference.tsx';
import { ResendInvitation } from './resend-invitation.tsx';
import type { Next } from './steps.ts';
import type { ListedPerson } from './succession.ts';

interface NextStepProps extends ListedPerson {
  next: Next | null;
}

interface AlarmProps {
  successor: ListedPerson['successor'];
  title: ReactNode;
  /** What to do about it, on the page of the successor. */
  link?: ReactNode;
  children: ReactNode;
}

const Alarm = ({ successor, title, link, children }: AlarmProps) => (
  <Notice look="problem" title={title}>
    <p>{children}</p>
    <ButtonLink href={`/successors/${successor.id}`}>{link ?? <Trans>Remove or replace</Trans>}</ButtonLink>
  </Notice>
);

/** The next step for a successor, with its button. */
export function NextStep({ next, successor, state }: NextStepProps) {
  const { t } = useLingui();
  const { id, name, email } = successor;
  const page = `/successors/${id}`;
  switch (next) {
    case null:
      return null;
    case 'opted_out':
      return (
        <Alarm successor={successor} title={<Trans>{name} doesn’t want to be a successor</Trans>}>
          <Trans>They won’t get any more emails. Remove them, and name someone else.</Trans>
        </Alarm>
      );
    case 'swapped':
      return (
        <Alarm successor={successor} title={<Trans>{name}’s key has been swapped</Trans>}>
          <Trans>
            The service gives a different key from the one you compared. Nothing will be prepared for that
            key. Call {name}. If they haven’t made a new kit, someone is interfering: tell the people who run
            this service.
          </Trans>
        </Alarm>
      );
    case 'foreign_owner':
      return (
        <Alarm
          successor={successor}
          link={<Trans>Ask for a new sheet</Trans>}
          title={<Trans>{name} was given a key that isn’t yours</Trans>}
        >
          <Trans>
            Their kit names someone else as the owner, or your keys from before you started over, so you can’t
            prepare anything for it. Ask for a new sheet. If you haven’t started over, tell the people who run
            this service.
          </Trans>
        </Alarm>
      );
    case 'difference':
      return state && <AgreeOnDifference successor={successor} state={state} />;
    case 'mailbox':
      return (
        <Alarm
          successor={successor}
          link={<Trans>Change the address</Trans>}
          title={<Trans>{name}’s mailbox is rejecting our emails</Trans>}
        >
          <Trans>
            In a handover, our emails wouldn’t reach {name}. Ask whether {email} still works, or enter a
            different address.
          </Trans>
        </Alarm>
      );
    case 'sheet_lost':
      return (
        <Alarm
          successor={successor}
          link={<Trans>Ask for a new sheet</Trans>}
          title={<Trans>{name} has lost the sheet</Trans>}
        >
          <Trans>
            Without it, {name} can’t open anything. Call them first: someone else may have answered. Then ask
            for a new sheet.
          </Trans>
        </Alarm>
      );
    case 'silent':
      return <AskAgain successor={successor} />;
    case 'confirm':
      return (
        <>
          <p>
            <Trans>
              {name} has an email from us with a link. It opens a page where they confirm their address.
            </Trans>
          </p>
          <ResendInvitation successor={successor} />
        </>
      );
    case 'no_owner_key':
      return (
        <>
          <p>
            <Trans>
              {name} has confirmed the address, but can’t make a recovery kit with the link in our email. Ask
              for a new sheet, and they’ll get a new link.
            </Trans>
          </p>
          <ButtonLink href={page}>
            <Trans>Ask for a new sheet</Trans>
          </ButtonLink>
        </>
      );
    case 'make_kit':
      return (
        <>
          <p>
            <Trans>
              {name} has confirmed the address. Next, they make their recovery kit, on the page the email
              links to, and print it. You can call and help.
            </Trans>
          </p>
          <ResendInvitation successor={successor} />
        </>
      );
    case 'compare':
      return (
        <>
          <p>
            <Trans>
              {name} has made a kit. Compare the words on their sheet, by phone or in person, so that nobody
              can come between you. It takes two minutes.
            </Trans>
          </p>
          <ButtonLink href={`${page}/compare`} aria-label={t`Compare the words with ${name}`}>
            <Trans>Compare the words</Trans>
          </ButtonLink>
        </>
      );
    case 'decide':
      return (
        <>
          <p>
            <Trans>Nothing is left to {name} yet.</Trans>
          </p>
          <ButtonLink href="/successors/who-gets-what">
            <Trans>Choose what {name} gets</Trans>
          </ButtonLink>
        </>
      );
    case 'save_again':
      return (
        <>
          <p>
            <Trans>
              Something has changed since you chose what {name} gets. Save again so that they can open it.
            </Trans>
          </p>
          <ButtonLink href="/successors/who-gets-what">
            <Trans>Check and save again</Trans>
          </ButtonLink>
        </>
      );
    case 'rehearse':
      return (
        <>
          <p>
            <Trans>Everything is ready for {name}. Rehearse it once, so that you both know it works.</Trans>
          </p>
          <ButtonLink href={`${page}#rehearse`} look="second" aria-label={t`Rehearse with ${name}`}>
            <Trans>Rehearse</Trans>
          </ButtonLink>
        </>
      );
  }
}
