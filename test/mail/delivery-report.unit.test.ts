/** What is read from the reports of different mail servers. */
import { expect, test } from '@jest/globals';
import { readDeliveryReport } from '../../mail/delivery-report.ts';
import { refusalIn } from '../../mail/returned.ts';
import * as reports from '../support/builders/delivery-reports.ts';

const REFERENCE = '01a209e242a77c23a4060c2368d637b5-0123456789abcdef';
const read = (report: (to: string) => string, to = `returns+${REFERENCE}@vault.test`) =>
  readDeliveryReport(Buffer.from(report(to)));

test.each([
  ['Postfix', reports.postfix, '5.1.1', 'gone'],
  ['Exim, whose status says nothing', reports.exim, '550', 'gone'],
  ['Exchange Online', reports.exchange, '5.1.10', 'gone'],
  ['Gmail', reports.gmail, '5.1.1', 'gone'],
  ['Postfix about a full mailbox', reports.expired, '4.2.2', 'unavailable'],
  ['Postfix about a domain that cannot be found', reports.noDomain, '5.4.4', 'unavailable'],
  ['Exchange Online about a block', reports.blocked, '5.7.1', 'blocked'],
])('%s', async (_, report, code, reason) => {
  const found = await read(report);
  expect(found?.references).toEqual([REFERENCE]);
  expect(found?.failure).not.toBeNull();
  expect(refusalIn(found!.failure!)).toEqual({ reason, code: `returned ${code}` });
});

test('a reference is found in any encoding that a server uses', async () => {
  const found = await read(reports.postfix, `RETURNS+${REFERENCE.toUpperCase()}@VAULT.TEST`);
  expect(found?.references).toEqual([REFERENCE]);
});

test('a delay is not a failure, and a reply is not a report', async () => {
  expect(await read(reports.delayed)).toEqual({ references: [REFERENCE], failure: null });
  expect(await read(reports.answer)).toBeNull();
});

// A pattern that takes quadratic time needs minutes for each of these.
test.each([
  ['without a space', 'x'.repeat(700_000)],
  ['of spaces', `${' '.repeat(700_000)}\u2028`],
])('a diagnostic %s of any length is read at once', async (_, diagnostic) => {
  const found = await read(reports.withDiagnostic(diagnostic));
  expect(found?.references).toEqual([REFERENCE]);
  expect(refusalIn(found!.failure!)).toEqual({ reason: 'gone', code: 'returned 5.1.1' });
});

test('a diagnostic of a provider that is only spaces is read at once', () => {
  expect(refusalIn({ status: '5.1.1', diagnostic: ' '.repeat(1e6) })).toEqual({
    reason: 'gone',
    code: 'returned 5.1.1',
  });
});

test('only a few references of a report are looked up', async () => {
  const found = await read(reports.withManyReferences);
  expect(found?.references).toContain(REFERENCE);
  expect(found?.references).toHaveLength(20);
});

test.each([
  '',
  '\r\n',
  'Content-Type: multipart/report; boundary=x',
  '\0'.repeat(1_000),
  'a: b\r\n'.repeat(50_000),
])('input that is not a mail is not a report (%#)', async (text) => {
  expect(await readDeliveryReport(Buffer.from(text))).toBeNull();
});
