/** The sample that a successor reads at the end of a rehearsal, in their language. */
import { writeContent } from '../../crypto/index.ts';
import type { Language } from '../locales/areas.ts';

const SAMPLES = {
  en: {
    title: 'A sample letter',
    text: (owner: string) =>
      `This is only a rehearsal. Nothing has happened to ${owner}.\n\nYou opened this with your recovery kit, so it works. Keep the kit where you'll find it again.`,
  },
  de: {
    title: 'Ein Beispielbrief',
    text: (owner: string) =>
      `Das ist nur eine Probe. ${owner} ist nichts geschehen.\n\nSie haben diesen Brief mit Ihrem Schlüsselblatt geöffnet, also funktioniert es. Bewahren Sie das Blatt so auf, dass Sie es wiederfinden.`,
  },
} as const satisfies Record<Language, { title: string; text(owner: string): string }>;

export function sampleFor(language: Language, owner: string): string {
  const { title, text } = SAMPLES[language];
  return writeContent({
    kind: 'letter',
    title,
    category: '',
    tags: [],
    fields: { text: text(owner) },
  });
}
