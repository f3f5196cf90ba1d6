/** Names of files in an archive, whatever their owner or a thief called them. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distinctNames } from '../../web/vault/export/distinct-names.ts';

test('no name leads out of the folder of the files, and none is there twice', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      '..',
      '/',
      '\\',
      '\0',
      '\n',
      'a',
      'A',
      'é',
      'e\u0301',
      '.',
      ' ',
      'C:',
      'con',
      '.age',
    ),
  });
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 20 }), (names) => {
      const nameOf = distinctNames();
      const given = names.map(nameOf);
      for (const name of given) {
        expect(name).toMatch(/^[^/\\:\0\r\n]+$/);
        expect(name).not.toMatch(/^\.{1,2}$/);
      }
      expect(new Set(given.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(given.length);
    }),
  );
});

test('a name that is taken gets a number before its ending', () => {
  const nameOf = distinctNames();
  expect(['scan.pdf', 'Scan.pdf', '../scan.pdf', 'notes', 'notes'].map(nameOf)).toEqual([
    'scan.pdf',
    'Scan (2).pdf',
    '__scan.pdf',
    'notes',
    'notes (2)',
  ]);
});
