import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '../locales/areas.ts';
import { chooseLanguage } from './language.ts';

/** In their own language, so that everybody finds theirs. */
const NAMES = { en: 'English', de: 'Deutsch' } as const;

export function LanguageChoice() {
  const { t, i18n } = useLingui();
  return (
    <nav className="languages" aria-label={t`Language`}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => chooseLanguage(language)}
        >
          {NAMES[language]}
        </button>
      ))}
    </nav>
  );
}
