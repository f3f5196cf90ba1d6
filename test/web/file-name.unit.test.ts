/** Names of files that someone else may have chosen. */
import { expect, test } from '@jest/globals';
import { fileName } from '../../web/vault/export/file-name.ts';

test.each([
  ['house.jpg', 'house.jpg'],
  ['Grüße an Zoë 👩‍🌾.txt', 'Grüße an Zoë 👩‍🌾.txt'],
  ['../../.ssh/authorized_keys', '__.._.ssh_authorized_keys'],
  ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
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
  ['', '_'],
])('%j is saved as %j', (name, safe) => expect(fileName(name)).toBe(safe));

test('a name that is too long for a file system keeps its ending', () => {
  const name = fileName(`${'ü'.repeat(300)}.pdf`);
  expect(name).toMatch(/^ü+\.pdf$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
