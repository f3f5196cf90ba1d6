import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { $api } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../locales/areas.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RadioGroup, Select } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { OwnLetter } from './own-letter.tsx';
import { PersonFields, personIn } from './person-fields.tsx';
import { refreshPeople } from './succession.ts';
import './successors.css';

const isOurs = (language: string): language is Language => LANGUAGES.some((each) => each === language);

interface Invitation {
  name: string;
  email: string;
  language: Language;
}

/** Explains the next steps, with a message for the owner to send. */
function Sent({ name, email, language }: Invitation) {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`${name} has been invited`}</PageTitle>
      <p className="lead">
        <Trans>We’re writing to {email}. What happens now:</Trans>
      </p>
      <ol>
        <li>
          <Trans>{name} opens the link in our email, and confirms the address there.</Trans>
        </li>
        <li>
          <Trans>{name} makes a recovery kit on that page and prints it. It takes five minutes.</Trans>
        </li>
        <li>
          <Trans>
            The two of you compare six words, by phone or in person. We’ll tell you here when it’s time.
          </Trans>
        </li>
        <li>
          <Trans>You choose what {name} gets.</Trans>
        </li>
      </ol>
      <OwnLetter name={name} language={language} />
      <div className="actions">
        <ButtonLink href="/successors">
          <Trans>Back to your successors</Trans>
        </ButtonLink>
      </div>
    </>
  );
}

export default function Invite() {
  const { t } = useLingui();
  const session = useSession();
  const confirmed = useConfirmed();
  const own = session.state === 'in' ? session.user.language : '';
  const [language, setLanguage] = useState<Language>(isOurs(own) ? own : 'en');
  const [scope, setScope] = useState<'chosen' | 'everything'>('chosen');
  const [days, setDays] = useState(0);
  const billing = $api.useQuery('get', '/billing/status', {}, { staleTime: 0 });
  const allowed = billing.data?.limits.successors ?? 0;

  const {
    run,
    result: invited,
    isPending,
    error,
  } = useTask(async (form: FormData): Promise<Invitation> => {
    const { name, email } = personIn(form);
    await confirmed(() =>
      keys.inviteSuccessor({
        name,
        email,
        language,
        handoverDelayDays: days,
        restrictToAssignedEntries: scope === 'chosen',
      }),
    );
    void refreshPeople();
    return { name, email, language };
  });

  if (invited) return <Sent {...invited} />;
  return (
    <div className="narrow">
      <PageTitle>{t`Invite a successor`}</PageTitle>
      <p>
        <Trans>
          Choose someone you trust and can call. They don’t need an account. Until a handover, they see
          nothing of your vault.
        </Trans>
      </p>
      {billing.data && billing.data.usage.successors >= allowed && (
        <Notice look="problem">
          <p>
            <Plural
              value={allowed}
              one="Your plan allows # successor, and you’ve named that many."
              other="Your plan allows # successors, and you’ve named that many."
            />
          </p>
          <ButtonLink look="second" size="small" href="/account/plan">
            <Trans>Show the plans</Trans>
          </ButtonLink>
        </Notice>
      )}
      <Form onSubmit={run}>
        <PersonFields />
        <Select
          label={t`Language of our emails to them`}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(value: Language) => setLanguage(value)}
        />
        <RadioGroup
          label={t`What should they get?`}
          description={t`You can still change this once you’ve compared the words.`}
          value={scope}
          onChange={(value: 'chosen' | 'everything') => setScope(value)}
          options={[
            {
              value: 'chosen',
              label: t`Only what I choose`,
              description: t`Individual entries, such as a letter.`,
            },
            {
              value: 'everything',
              label: t`Everything`,
              description: t`The whole vault, including anything you add later.`,
            },
          ]}
        />
        <NumberField
          label={t`Days to wait before we ask them to accept`}
          description={t`Counted from the end of your grace period. With 0, they’re asked at once. Others may be asked earlier.`}
          minValue={0}
          maxValue={365}
          value={days}
          onChange={setDays}
        />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Send the invitation</Trans>
        </Button>
      </Form>
      <Card look="wash" title={<Trans>What happens then</Trans>}>
        <p>
          <Trans>
            They’ll get an email with a link, confirm their address, and print a recovery kit: one page with a
            code. Only that page opens what you leave: we can’t. Then you’ll compare six words and choose what
            they get. We’ll email you about every change to your successors.
          </Trans>
        </p>
      </Card>
    </div>
  );
}
