/** The server knows the page's paths from a list of its own, which must match the page. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (name: string): string => readFileSync(new URL(`../../web/${name}`, import.meta.url), 'utf8');

test('every page has its path in the list that the server reads, and every path has a page', () => {
  const { pages, token } = JSON.parse(read('paths.json')) as Record<'pages' | 'token', string[]>;
  const declared = [...read('app/pages.tsx').matchAll(/\bpath: '([^']+)'/g)]
    .map(([, path]) => path!)
    // The server has no gallery.
    .filter((path) => path !== '/gallery');
  // The page names a path's parameters, and the server takes anything in their place. A path may also end before one.
  const anything = declared.flatMap((path) => [
    path.replace(/:\w+|\*/g, '*').replace(/\?$/, ''),
    ...(path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/'))] : []),
  ]);
  const served = [...pages, ...token];
  expect(new Set(served).size).toBe(served.length);
  const covers = (pattern: string, path: string) =>
    pattern === path || (pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1)));
  for (const path of anything)
    expect([path, served.some((each) => covers(each, path))]).toEqual([path, true]);
  for (const path of served) {
    expect([path, anything.some((each) => covers(path, each) || covers(each, path))]).toEqual([path, true]);
  }
});
