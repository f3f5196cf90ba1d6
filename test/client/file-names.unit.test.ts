/** Names of files that someone else may have chosen. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distinctNames, fileName } from '../../client/index.ts';

test.each([
  ['boat.jpg', 'boat.jpg'],
  ['Grüße an Zoë 👩‍🌾.txt', 'Grüße an Zoë 👩‍🌾.txt'],
  ['../../.ssh/authorized_keys', '__.._.ssh_authorized_keys'],
  ['/etc/passwd', '_etc_passwd'],
  ['-rf', '_rf'],
  ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
  ['a\nb\u0000c', 'a_b_c'],
  ['photo\u202Egpj.exe', 'photo_gpj.exe'],
  ['two\r\nlines\u0085\u2028.txt', 'two__lines__.txt'],
  ['invoice.pdf\u200B.exe', 'invoice.pdf_.exe'],
  ['.htaccess', '_htaccess'],
  ['letter.exe. . ', 'letter.exe'],
  ['nul', '_nul'],
  ['COM1.txt', '_COM1.txt'],
  ['console.log', 'console.log'],
  ['\uD800.txt', '\uFFFD.txt'],
  ['. .', '_'],
  ['..', '_'],
  ['', '_'],
])('%j is saved as %j', (name, safe) => expect(fileName(name)).toBe(safe));

test('a name that is too long for a file system keeps its ending', () => {
  const name = fileName(`${'ü'.repeat(300)}.pdf`);
  expect(name).toMatch(/^ü+\.pdf$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});

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
