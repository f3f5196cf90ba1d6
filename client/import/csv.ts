/**
 * Comma-separated values (RFC 4180). This is our own code because a preview has to name the lines it can't read and keep
 * all others. csv-parse 7.0.3 (13.8 kB, compressed) was measured instead, and rejected: it counts CRLF inside quotes as
 * two line breaks, and loses the lines after a stray quote. Papaparse loses them too, and counts records, not lines.
 */

export interface CsvRecord {
  /** Where it begins, from 1. A quoted value may span several lines. */
  line: number;
  cells: string[];
}

export interface BrokenRecord {
  line: number;
  reason: 'quote_open' | 'quote_stray';
}

export interface Csv {
  records: CsvRecord[];
  broken: BrokenRecord[];
}

const LINE_END = /\r\n|\n|\r/g;

/**
 * Takes lines that end with CR, LF or both. Empty lines are left out. A quote inside a value that doesn't begin with
 * one is taken as text, as in most programs.
 */
export function readCsv(text: string): Csv {
  const records: CsvRecord[] = [];
  const broken: BrokenRecord[] = [];
  const reader = new CsvReader(text);
  while (!reader.isAtEnd) {
    const { line } = reader;
    const { cells, problem } = reader.record();
    if (problem) broken.push({ line, reason: problem });
    else if (cells.length > 1 || cells[0] !== '') records.push({ line, cells });
  }
  return { records, broken };
}

class CsvReader {
  line = 1;
  readonly #text: string;
  #at: number;
  #problem: BrokenRecord['reason'] | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  record(): { cells: string[]; problem: BrokenRecord['reason'] | null } {
    this.#problem = null;
    const cells = [this.#cell()];
    while (this.#text[this.#at] === ',') {
      this.#at += 1;
      cells.push(this.#cell());
    }
    this.#at += this.#text.startsWith('\r\n', this.#at) ? 2 : 1;
    this.line += 1;
    return { cells, problem: this.#problem };
  }

  #cell(): string {
    if (this.#text[this.#at] !== '"') return this.#toSeparator();
    const value = this.#quoted();
    if (this.#toSeparator() !== '') this.#problem ??= 'quote_stray';
    return value;
  }

  #toSeparator(): string {
    const separator = /[,\r\n]/g;
    separator.lastIndex = this.#at;
    const end = separator.exec(this.#text)?.index ?? this.#text.length;
    const value = this.#text.slice(this.#at, end);
    this.#at = end;
    return value;
  }

  #quoted(): string {
    let value = '';
    this.#at += 1;
    for (;;) {
      const end = this.#text.indexOf('"', this.#at);
      if (end < 0) {
        this.#problem = 'quote_open';
        this.#at = this.#text.length;
        return value;
      }
      value += this.#text.slice(this.#at, end);
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') break;
      value += '"';
      this.#at += 1;
    }
    this.line += value.match(LINE_END)?.length ?? 0;
    return value;
  }
}
