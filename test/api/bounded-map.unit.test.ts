import { expect, test } from '@jest/globals';
import { BoundedMap } from '../../api/bounded-map.ts';

test('the key that was set longest ago makes room for another', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
  map.set('b', 4);
  expect([...map]).toEqual([
    ['c', 3],
    ['b', 4],
  ]);
});
