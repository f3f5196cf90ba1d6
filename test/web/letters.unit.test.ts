/** Letters that would go to someone else by accident. */
import { expect, test } from '@jest/globals';
import { isToAnother, misdirected, type Readable } from '../../web/successors/letters.ts';

const entry = (to: string, kind: 'letter' | 'note' = 'letter', title = 'My words') =>
  ({ id: to || title, content: { kind, title, fields: { to } } }) as unknown as Readable;
const SUCCESSORS = ['Grace', 'Grace Hopper', 'Alan', 'Zoe'];
const person = (name: string) => ({ successor: { id: name, name } });

test.each([
  ['Grace', 'Grace Hopper', false],
  ['grace hopper', 'Grace', false],
  ['Zoë', 'Zoe', false],
  ['Großmann', 'Grossmann', false],
  ['Grace and Alan', 'Alan', false],
  ['Alan', 'Grace', true],
  ['', 'Grace', false],
])('a letter to "%s" is addressed to someone other than %s: %s', (to, name, isOther) => {
  expect(isToAnother(entry(to), name, SUCCESSORS)).toBe(isOther);
});

test.each([
  ['A letter to Alan', 'Grace', true],
  ['A letter to Alan', 'Alan', false],
  ['For Alan and Grace', 'Grace Hopper', false],
  ['A letter to Mother', 'Grace', false],
])(
  'a letter to nobody in particular is to the person in its title "%s", so to someone other than %s: %s',
  (title, name, isOther) => {
    expect(isToAnother(entry('', 'letter', title), name, SUCCESSORS)).toBe(isOther);
  },
);

test('only letters to one successor that another would get are warned of', () => {
  const people = [person('Grace'), person('Alan')];
  const items = [
    entry('Alan'),
    entry('Grace'),
    entry('Mother'),
    entry('Alan', 'note'),
    entry('', 'letter', 'To Grace'),
  ];
  const choices = new Map([
    ['Grace', { everything: true, ids: new Set<string>() }],
    ['Alan', { everything: false, ids: new Set(['To Grace', 'Mother']) }],
  ]);
  expect(misdirected(people, items, choices)).toEqual([
    { title: 'My words', to: 'Alan', name: 'Grace' },
    { title: 'To Grace', to: 'Grace', name: 'Alan' },
  ]);
});
