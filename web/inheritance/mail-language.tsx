import { Trans, useLingui } from '@lingui/react/macro';
import { chooseLanguage } from '../app/language.ts';
import { LANGUAGES, type Language } from '../locales/areas.ts';
import { RadioGroup } from '../ui/choice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';

const nameOf = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The language of this page, and of our mails once it is sent along. */
export function MailLanguage() {
  const { t, i18n } = useLingui();
  const { run: choose, error } = useTask(chooseLanguage);
  return (
    <>
      <RadioGroup
        label={t`Language`}
        description={<Trans>We’ll also email you in this language.</Trans>}
        options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{nameOf(value)}</span> }))}
        value={i18n.locale as Language}
        onChange={choose}
      />
      <ProblemNotice error={error} />
    </>
  );
}
