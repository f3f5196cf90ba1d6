import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { chooseLanguage } from '../app/language.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../locales/areas.ts';
import type { User } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { TimeZoneField } from './time-zone-field.tsx';

type Edited = Partial<Pick<User, 'name' | 'language' | 'timeZone'>>;

/** Name, language and time zone. */
export function AboutYou({ user }: { user: User }) {
  const { t } = useLingui();
  // Only what was changed here: the rest may change in the footer, in another tab or on another device.
  const [edited, setEdited] = useState<Edited>({});
  const { name, language, timeZone } = { ...user, ...edited };
  const { run, reset, isPending, isDone, error } = useTask(async () => {
    await answered(api.PUT('/auth/profile', { body: edited }));
    // Switches the language first, so that the confirmation is in the new one.
    if (language !== user.language) await chooseLanguage(language);
    await refresh('/auth/profile');
    // More may have been typed by now.
    setEdited((now) => (now === edited ? {} : now));
  });

  function edit(change: Edited) {
    setEdited({ ...edited, ...change });
    reset();
  }

  return (
    <Card title={<Trans>About you</Trans>}>
      <Form onSubmit={run}>
        <NameField
          label={t`Your name`}
          description={t`Your successors see it in our emails.`}
          autoComplete="name"
          value={name}
          onChange={(name) => edit({ name })}
        />
        <Select<Language>
          label={t`Language`}
          description={t`For this page and our emails to you.`}
          options={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
          value={language}
          onChange={(language) => edit({ language })}
        />
        <TimeZoneField value={timeZone} onChange={(timeZone) => edit({ timeZone })} />
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" isPending={isPending}>
            <Trans>Save</Trans>
          </Button>
          <span role="status" className="quiet">
            {isDone && <Trans>Saved.</Trans>}
          </span>
        </div>
      </Form>
    </Card>
  );
}
