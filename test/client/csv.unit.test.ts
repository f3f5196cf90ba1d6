/** Comma-separated values, as RFC 4180 has them and as programs write them. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsv } from '../../client/import/csv.ts';

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cells = (text: string) => readCsv(text).records.map((each) => each.cells);

describe('comma-separated values', () => {
  test('are read back whatever is in them', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', 'ß', ' ', '🔑') });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }));
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(rows, lineEnd, fc.boolean(), (written, end, endsWithOne) => {
        const text = written.map((row) => row.map(quoted).join(',')).join(end) + (endsWithOne ? end : '');
        expect(cells(text)).toEqual(written);
      }),
    );
  });

  test('need quotes only around separators', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', "'", ';', 'ü') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2 })), (written) => {
        expect(cells(written.map((row) => row.join(',')).join('\n'))).toEqual(written);
      }),
    );
  });

  test('name the line that each record begins in', () => {
    const text = '\uFEFFa,b\r\n"1\r\n2\r\n3",4\r\n\r\n5,6';
    expect(readCsv(text).records).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1\r\n2\r\n3', '4'] },
      { line: 6, cells: ['5', '6'] },
    ]);
  });

  test('keep a quote inside a value that does not begin with one', () => {
    expect(cells('5" disk,b')).toEqual([['5" disk', 'b']]);
  });

  test('lose only the record that is broken, and say where', () => {
    expect(readCsv('a,b\n"c"d,e\nf,g')).toEqual({
      records: [
        { line: 1, cells: ['a', 'b'] },
        { line: 3, cells: ['f', 'g'] },
      ],
      broken: [{ line: 2, reason: 'quote_stray' }],
    });
    expect(readCsv('a,b\nc,"d\ne,f\n').broken).toEqual([{ line: 2, reason: 'quote_open' }]);
  });
});
