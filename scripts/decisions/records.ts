/** The decisions in docs/decisions/, one a file, and the index made from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../dev/instance/checkout.ts';
import { formatted } from '../formatted.ts';

const FOLDER = join(checkout, 'docs/decisions');
export const INDEX = join(FOLDER, 'README.md');

export interface DecisionRecord {
  /** The file's name, such as `0001-one-conditional-update.md`. */
  file: string;
  /** The four digits that the file's name begins with. */
  number: string;
  title: string;
  /** `accepted`, or `superseded by` and the number of another decision. */
  status: string;
  /** The day it was made, as YYYY-MM-DD. */
  date: string;
  /** The headings below the title. */
  sections: string[];
}

const match = (text: string, pattern: RegExp): string => text.match(pattern)?.[1] ?? '';

/** Every decision, in the order of its number. What a file lacks is empty. */
export function decisions(): DecisionRecord[] {
  const files = readdirSync(FOLDER).filter((file) => file !== 'README.md');
  return files.sort().map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return {
      file,
      number: match(file, /^(\d{4})-/),
      title: match(text, /^# (.+)$/m),
      status: match(text, /^- Status: (.+)$/m),
      date: match(text, /^- Date: (.+)$/m),
      sections: [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading),
    };
  });
}

/** The text of docs/decisions/README.md. */
export function indexOf(all: DecisionRecord[]): string {
  const link = (number: string) => {
    const file = all.find((each) => each.number === number)?.file;
    return file ? `[${number}](${file})` : number;
  };
  const rows = all.map(
    ({ number, file, title, status, date }) =>
      `| ${number} | [${title}](${file}) | ${date} | ${status.replace(/\d{4}$/, link)} |`,
  );
  const text = `# Decisions

Why the service is built this way, and the price of each choice. \`node dev/run.mjs scripts/decisions.ts\` writes this index.

To change a decision, write a new one and set \`Status: superseded by NNNN\` in the old one. Details of a single file are comments in that file.

| number | decision | date | status |
| ------ | -------- | ---- | ------ |
${rows.join('\n')}
`;
  return formatted('docs/decisions/README.md', text);
}
