/** Finding entries, and comparing two versions of one. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Content } from '../../crypto/index.ts';
import { differences, resolve, type Side } from '../../web/vault/conflict.ts';
import { choices, prepare, search, sorted } from '../../web/vault/search.ts';
import { aLogin, anyContent, aText } from './contents.ts';

const ENTRIES: Content[] = [
  { ...aLogin('Bank 10'), category: 'Geld', tags: ['wichtig'] },
  { ...aLogin('Bank 2', { url: 'https://crédit.example' }), category: 'Geld' },
  { ...aText('letter', 'Für Jürgen Groß', 'Der Schlüssel liegt unter dem dritten Topf'), tags: ['wichtig'] },
  aText('note', 'Łódź', 'x'),
];
const items = ENTRIES.map((content) => prepare(content.title, content));
const found = (query: string, filter = {}) => search(items, query, filter).map(({ item }) => item);

describe('the search', () => {
  test('finds words in any order, without their case and accents, anywhere in an entry', () => {
    expect(found('GROSS fur')).toEqual(['Für Jürgen Groß']);
    expect(found('topf schlussel')).toEqual(['Für Jürgen Groß']);
    expect(found('lodz')).toEqual(['Łódź']);
    expect(found('credit')).toEqual(['Bank 2']);
    expect(found('ada example')).toEqual(['Bank 10', 'Bank 2']);
    expect(found('bank topf')).toEqual([]);
  });

  test('never reads a password', () => {
    expect(found('s3cret')).toEqual([]);
    const login = aLogin('Two of them', { 'password (2)': 'an older one' });
    expect(search([prepare('Two of them', login)], 'older')).toEqual([]);
  });

  test('never reads the number of a card or a field that its owner covered, and reads it in other entries', () => {
    const fields = { number: '4111', brand: 'Visa', Lock: '1842' };
    const card: Content = { ...aLogin('My card'), kind: 'card', fields, hidden: ['Lock'] };
    const house: Content = { ...aText('note', 'House', ''), fields: { number: '4111' } };
    const numbers = [card, house].map((content) => prepare(content.title, content));
    expect(search(numbers, '4111').map(({ item }) => item)).toEqual(['House']);
    expect(search(numbers, 'visa').map(({ item }) => item)).toEqual(['My card']);
    expect(search(numbers, '1842')).toEqual([]);
  });

  test('keeps to category, tag and kind', () => {
    expect(found('', { category: 'Geld' })).toEqual(['Bank 10', 'Bank 2']);
    expect(found('', { tag: 'wichtig', kind: 'letter' })).toEqual(['Für Jürgen Groß']);
    expect(found('', { category: '' })).toEqual(['Für Jürgen Groß', 'Łódź']);
    expect(choices(items, 'de')).toEqual({
      categories: [
        { name: '', count: 2 },
        { name: 'Geld', count: 2 },
      ],
      tags: [{ name: 'wichtig', count: 2 }],
    });
  });

  test('sorts as people do', () => {
    expect(sorted(items, 'de').map(({ item }) => item)).toEqual([
      'Bank 2',
      'Bank 10',
      'Für Jürgen Groß',
      'Łódź',
    ]);
  });

  test('finds each entry by any word of its title', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const words = content.title.split(/\s+/).filter(Boolean);
        for (const word of words) expect(search([prepare(1, content)], word)).toHaveLength(1);
      }),
    );
  });
});

describe('two versions of an entry', () => {
  test('leave an entry the files that the other device knows, which the form cannot change', () => {
    const file = { id: '01910000-0000-7000-8000-000000000001', name: 'film.mp4', type: 'video/mp4', size: 1 };
    const files = [{ ...file, sha256: '0a'.repeat(32), identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` }];
    const [mine, theirs] = [aLogin('Mine'), aLogin('Theirs')];
    expect(resolve(mine, { ...theirs, files }, () => 'mine')).toEqual({ ...mine, files });
    expect(resolve({ ...mine, files }, theirs, () => 'mine')).toEqual(mine);
  });

  test('keep what only a later client on the other device knows', () => {
    const [mine, theirs] = [aLogin('Mine'), { ...aLogin('Theirs'), colour: 'green' }];
    for (const side of ['mine', 'theirs'] as const)
      expect(resolve({ ...mine, ...{ colour: 'red' } }, theirs, () => side)).toMatchObject({
        colour: 'green',
      });
  });

  test('differ field by field', () => {
    const mine = { ...aLogin('Bank', { notes: 'mine' }), tags: ['b', 'a'] };
    const theirs = { ...aLogin('Bank', { password: 'changed' }), category: 'Money', tags: ['a', 'b'] };
    expect(differences(mine, theirs)).toEqual([
      { part: 'category', mine: '', theirs: 'Money' },
      { part: 'field', name: 'password', mine: 's3cret', theirs: 'changed' },
      { part: 'field', name: 'notes', mine: 'mine', theirs: null },
    ]);
  });

  test('keep a field covered that one of them covers, whichever is chosen', () => {
    const open = aLogin('Bank', { PIN: '1234' });
    const covered = { ...aLogin('Bank', { PIN: '1235', gone: 'x' }), hidden: ['PIN', 'gone'] };
    for (const side of ['mine', 'theirs'] as const) {
      const { hidden } = resolve(open, covered, (each) =>
        'name' in each && each.name === 'gone' ? 'mine' : side,
      );
      expect(hidden).toEqual(['PIN']);
    }
  });

  test('become either of them, or one with the chosen parts of each', () => {
    fc.assert(
      fc.property(
        anyContent,
        anyContent,
        fc.infiniteStream(fc.constantFrom<Side>('mine', 'theirs')),
        (mine, theirs, sides) => {
          expect(
            differences(
              resolve(mine, theirs, () => 'mine'),
              mine,
            ),
          ).toEqual([]);
          expect(
            differences(
              resolve(mine, theirs, () => 'theirs'),
              theirs,
            ),
          ).toEqual([]);
          const chosen = new Map<string, string | null>();
          const nameOf = (each: { part: string; name?: string }) => JSON.stringify([each.part, each.name]);
          const resolved = resolve(mine, theirs, (difference) => {
            const side = sides.next().value as Side;
            chosen.set(nameOf(difference), difference[side]);
            return side;
          });
          const left = [...differences(resolved, mine), ...differences(resolved, theirs)];
          for (const each of left) expect(each.mine).toBe(chosen.get(nameOf(each)));
        },
      ),
    );
  });
});
