import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { $api, refresh } from '../api/queries.ts';
import { chooseLanguage } from '../app/language.ts';
import type { Language } from '../locales/areas.ts';
import type { User } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/choice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

/** In their own language, so that everybody finds theirs. */
const LANGUAGE_NAMES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
] as const satisfies { value: Language; label: string }[];

/** Name, language and time zone. */
export function AboutYou({ user }: { user: User }) {
  const { t } = useLingui();
  const [name, setName] = useState(user.name);
  const [language, setLanguage] = useState<Language>(user.language);
  const [timeZone, setTimeZone] = useState<string>(user.timeZone);
  const [isSaved, setSaved] = useState(false);
  const { mutate, error, isPending } = $api.useMutation('put', '/auth/profile', {
    async onSuccess() {
      // The page speaks the language before it says that everything is saved.
      if (language !== user.language) await chooseLanguage(language);
      await refresh('/auth/profile');
      setSaved(true);
    },
  });

  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      setSaved(false);
    };
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate({ body: { name: name.trim(), language, timeZone } });
  }

  return (
    <Card title={<Trans>About you</Trans>}>
      <Form onSubmit={submit} className="form">
        <TextField
          label={t`Your name`}
          description={t`Your successors read it in our emails.`}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={change<string>(setName)}
          isRequired
        />
        <Select
          label={t`Language`}
          description={t`Of this page, and of our emails to you.`}
          options={LANGUAGE_NAMES}
          value={language}
          onChange={change<Language>(setLanguage)}
        />
        <TimeZoneField value={timeZone} onChange={change<string>(setTimeZone)} />
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" isPending={isPending}>
            <Trans>Save</Trans>
          </Button>
          <span role="status" className="quiet">
            {isSaved && <Trans>Saved.</Trans>}
          </span>
        </div>
      </Form>
    </Card>
  );
}
