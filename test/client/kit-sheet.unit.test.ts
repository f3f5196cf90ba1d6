/** The sheet of a kit is read as either of our programs saves it, and as Windows may have changed it. */
import { expect, test } from '@jest/globals';
import { readSheet } from '../../client/kit-sheet.ts';
import { readCode } from '../../crypto/index.ts';

const CODE = 'A0B1-C2D3-E4F5-0617-2839-4A5B-6C7D-8E9F-0A1B';
const OWNER = '5e'.repeat(32);

test.each([
  [
    "the web app's file",
    `<article class="kit-sheet" data-owner-key="${OWNER}"><ol data-code="${CODE}"><li>A0B1</li></ol></article>`,
  ],
  ["the command line's file", `Code            ${CODE}\nOwner's key     ${OWNER}\n\nNever tell anyone.`],
  ['the same with other line breaks', `Code            ${CODE}\r\nOwner's key     ${OWNER}\r\n\r\n`],
])('%s names the code and the owner', (_, text) => {
  expect(readSheet(text)).toEqual({ code: CODE, ownerFingerprint: OWNER });
});

test.each(['2.', '10.'])('the code of a later format keeps its number, %s', async (number) => {
  const code = number + CODE;
  for (const text of [`Code            ${code}\n`, `<ol data-code="${code}">`, code])
    expect(readSheet(text)).toEqual({ code, ownerFingerprint: null });
  await expect(readCode('kit-code-v1', code)).rejects.toMatchObject({ code: 'format_unknown' });
});

test('a QR code names the code alone, and another text nothing', () => {
  expect(readSheet(CODE.toLowerCase())).toEqual({ code: CODE, ownerFingerprint: null });
  expect(readSheet(`Owner's key     ${OWNER}`)).toBeNull();
});
