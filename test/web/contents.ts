/** Contents of entries, as people and generators write them. */
import fc from 'fast-check';
import type { Content, ContentKind } from '../../crypto/index.ts';

export const aLogin = (title: string, fields: Record<string, string> = {}): Content => ({
  version: 1,
  kind: 'login',
  title,
  category: '',
  tags: [],
  fields: { username: 'ada', password: 's3cret', url: 'https://example.com', ...fields },
});

export const aText = (kind: 'note' | 'letter', title: string, text: string): Content => ({
  version: 1,
  kind,
  title,
  category: '',
  tags: [],
  fields: { text },
});

/** Any text that UTF-8 can hold. */
export const anyText = fc.string({ unit: 'grapheme' });

export const anyContent: fc.Arbitrary<Content> = fc.record(
  {
    version: fc.constant(1),
    kind: fc.constantFrom<ContentKind>('login', 'card', 'identity', 'note', 'letter', 'file'),
    title: anyText,
    category: anyText,
    tags: fc.array(anyText, { maxLength: 3 }),
    fields: fc.dictionary(anyText, anyText, { maxKeys: 5, noNullPrototype: true }),
    hidden: fc.array(anyText, { maxLength: 3 }),
  },
  { requiredKeys: ['version', 'kind', 'title', 'category', 'tags', 'fields'] },
);
