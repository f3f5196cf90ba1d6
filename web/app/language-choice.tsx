import { useLingui } from '@lingui/react/macro';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../locales/areas.ts';
import { storeLanguage } from '../session/session.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { chooseLanguage } from './language.ts';

/** Changes the language of the web app, and of the mails to its user if they are logged in. */
export function LanguageChoice() {
  const { t, i18n } = useLingui();
  const { run: choose, error } = useTask(async (language: Language) => {
    await chooseLanguage(language);
    await storeLanguage(language);
  });

  return (
    <nav className="languages" aria-label={t`Language`}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
      <ProblemNotice error={error} />
    </nav>
  );
}
