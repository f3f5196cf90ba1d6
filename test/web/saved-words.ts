import type { SavedWords, SealedWords } from '../../web/vault/export/saved-words.ts';

export const WORDS: SavedWords & { sealed: SealedWords } = {
  language: 'en',
  title: 'What Ada left you',
  intro: ['Saved on 23 November 2026.'],
  kinds: { login: 'Log-ins', note: 'Notes', letter: 'Letters', file: 'Files' },
  fields: { username: 'User name', password: 'Password', url: 'Address' },
  category: 'Category',
  tags: 'Tags',
  download: 'Save',
  size: (bytes) => `${bytes} bytes`,
  damaged: 'damaged',
  nothing: 'There is nothing here.',
  sealed: {
    title: 'A sealed file',
    intro: ['It opens with the code on your sheet.'],
    code: 'Code',
    open: 'Open',
    opening: 'Opening…',
    mistyped: 'There is a typing mistake in the code.',
    otherSheet: 'That is the code of another sheet.',
    wrong: 'This code does not open the file.',
    unsupported: 'This browser cannot open the file.',
  },
};
