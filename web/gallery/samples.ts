/** Words for the gallery: short ones, and the longest that German has for them. */
export const SAMPLES = {
  en: {
    title: 'Components',
    word: 'Check in',
    long: 'Ask for the invitation to be sent again',
    sentence: 'If we hear nothing from you, we write to you first. Nothing is handed over before that.',
    help: 'At least twelve characters.',
    problem: 'That is not the password of this account.',
  },
  de: {
    title: 'Bausteine',
    word: 'Lebenszeichen geben',
    long: 'Zwei-Faktor-Authentifizierung ausschalten',
    sentence:
      'Wenn wir nichts von Ihnen hören, schreiben wir zuerst Ihnen. Vorher wird nichts übergeben, auch nicht an Ihre Vertrauenspersonen.',
    help: 'Mindestens zwölf Zeichen.',
    problem: 'Das ist nicht das Passwort zu diesem Konto.',
  },
} as const;

export type Sample = (typeof SAMPLES)[keyof typeof SAMPLES];
