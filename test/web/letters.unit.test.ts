/** Letters that would go to someone else by accident. */
import { expect, test } from '@jest/globals';
import { isToAnother, misdirected, type Readable } from '../../web/successors/letters.ts';

const entry = (to: string, kind: 'letter' | 'note' = 'letter') =>
  ({ id: to, content: { kind, title: `to ${to}`, fields: { to } } }) as unknown as Readable;
const person = (name: string) => ({ successor: { id: name, name } });

test.each([
  ['Grace', 'Grace Hopper', false],
  ['grace hopper', 'Grace', false],
  ['Zoë', 'Zoe', false],
  ['Grace and Alan', 'Alan', false],
  ['Alan', 'Grace', true],
  ['', 'Grace', false],
])('a letter to "%s" is to somebody else than %s: %s', (to, name, isOther) => {
  expect(isToAnother(entry(to), name)).toBe(isOther);
});

test('only letters to one successor that another would get with everything are warned of', () => {
  const people = [person('Grace'), person('Alan')];
  const items = [entry('Alan'), entry('Grace'), entry('Mother'), entry('Alan', 'note')];
  const choices = new Map([
    ['Grace', { everything: true }],
    ['Alan', { everything: false }],
  ]);
  expect(misdirected(people, items, choices)).toEqual([{ title: 'to Alan', to: 'Alan', name: 'Grace' }]);
});
