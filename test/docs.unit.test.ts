import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { ERRORS } from '../api/http/errors.ts';
import { schema } from '../config.ts';
import { decisions, INDEX, indexOf } from '../scripts/decisions/records.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [...new Set(['README.md', ...globSync('{*,docs/**/*}.md', { cwd: root }).sort()])];
/** A single decision is linked from the index and needs no link of its own. */
const isDecision = (page: string): boolean => /^docs\/decisions\/\d{4}-/.test(page);

/** Everything outside fenced blocks. */
const prose = (markdown: string): string => markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '');

const links = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors of headings, by GitHub's rule. */
const anchors = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

/** The cells of every table row, without the lines below the headings. */
const tableRows = (markdown: string): string[][] =>
  prose(markdown)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|\s]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

describe.each(pages)('%s', (page) => {
  const markdown = read(page);

  test('links to what exists', () => {
    const found = links(markdown);
    if (!isDecision(page)) expect(found.length).toBeGreaterThan(0);
    for (const link of found.filter((each) => !/^https?:/.test(each))) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(root, join(root, dirname(page), path));
      expect([link, existsSync(join(root, target))]).toEqual([link, true]);
      if (anchor) expect([link, anchors(read(target))]).toEqual([link, expect.arrayContaining([anchor])]);
    }
  });

  test('names no file that does not exist', () => {
    const paths = [...prose(markdown).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|md|yml))`/g)].map(
      ([, path = '']) => path,
    );
    for (const path of paths) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  test('names no unknown npm command', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...markdown.matchAll(/npm (?:run ([a-z:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own,
    );
    for (const command of named) expect(Object.keys(scripts)).toContain(command);
  });
});

describe('README.md', () => {
  test('names the commands that a newcomer needs, and links to every page', () => {
    const readme = read('README.md');
    for (const command of ['npm start', 'npm test', 'npm run demo']) {
      expect(readme).toMatch(new RegExp(`^${command} `, 'm'));
    }
    for (const page of pages.slice(1).filter((each) => !isDecision(each))) {
      expect(links(readme)).toContain(page);
    }
  });

  test('says what is in every folder', () => {
    const ours = readdirSync(root, { withFileTypes: true })
      .filter((each) => each.isDirectory() && !/^(\.|node_modules$)/.test(each.name))
      .map(({ name }) => name);
    expect(ours.filter((name) => !links(read('README.md')).includes(name) && name !== 'docs')).toEqual([]);
  });

  test('sets every variable that the compose file requires', () => {
    const required = [...read('docker-compose.temporal.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(
      ([, name = '']) => name,
    );
    expect(required.length).toBeGreaterThan(5);
    const block = read('README.md').match(/cat > deploy\.env[\s\S]*?```/)?.[0] ?? '';
    for (const name of new Set(required)) expect(block).toContain(name);
  });
});

describe('docs/architecture.md', () => {
  const markdown = read('docs/architecture.md');

  test('every function is in the file it names', () => {
    const said = [...markdown.matchAll(/`(\w+)`(?: and `(\w+)`)? in \[([\w./-]+)\]/g)];
    expect(said.length).toBeGreaterThan(5);
    for (const [, first = '', second, path = ''] of said) {
      for (const name of [first, second ?? first]) {
        expect([name, path, new RegExp(`\\b(function|const) ${name}\\b`).test(read(path))]).toEqual([
          name,
          path,
          true,
        ]);
      }
    }
  });

  test('names every table', () => {
    const tables = globSync('db/entities/*.ts', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/tableName: '(\w+)'/g)].map(([, name = '']) => name),
    );
    expect(tables.length).toBeGreaterThan(20);
    const diagram = markdown.match(/^erDiagram$[\s\S]*?^```$/m)?.[0] ?? '';
    const named = [...`${diagram}${prose(markdown)}`.matchAll(/\w+/g)].map(([word]) => word);
    for (const table of tables) expect(named).toContain(table);
  });

  test('each of the six promises names code and a test', () => {
    const promises = tableRows(markdown).filter(([first = '']) => /^\d\. \*\*/.test(first));
    expect(promises).toHaveLength(6);
    for (const [, code = '', tests = ''] of promises) {
      expect(links(code).length).toBeGreaterThan(0);
      expect(links(tests).filter((path) => path.endsWith('.test.ts')).length).toBeGreaterThan(0);
    }
  });
});

describe('docs/api.md', () => {
  test('lists every error with its status and title, in the order of the code', () => {
    const documented = tableRows(read('docs/api.md')).filter(([, status = '']) => /^\d{3}$/.test(status));
    expect(documented).toEqual(
      Object.entries(ERRORS).map(([code, [status, title]]) => [`\`${code}\``, String(status), title]),
    );
  });
});

describe('api/openapi/introduction.md', () => {
  test('lists every page that a link with a token opens', () => {
    const { token } = JSON.parse(read('web/paths.json')) as { token: string[] };
    const listed = tableRows(read('api/openapi/introduction.md'))
      .map(([page = '']) => page)
      .filter((page) => page.startsWith('`/'));
    expect(listed.sort()).toEqual(token.map((page) => `\`${page}\``).sort());
  });
});

describe('docs/operations.md', () => {
  test('names only variables that exist', () => {
    const images = ['docker-compose.temporal.yml', 'Dockerfile'].map(read).join('\n');
    const known = [...Object.keys(schema.shape), ...(images.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? [])];
    const named = [
      ...prose(read('docs/operations.md')).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g),
    ];
    expect(named.length).toBeGreaterThan(10);
    for (const [, name = ''] of named) expect(known).toContain(name);
  });

  test('names every event of the payment provider that we act on', () => {
    const events = [...read('api/billing/events.ts').matchAll(/case '([\w.]+)'/g)].map(([, name]) => name);
    expect(events).toHaveLength(4);
    for (const name of events) expect(read('docs/operations.md')).toContain(`\`${name}\``);
  });
});

describe('docs/decisions', () => {
  const all = decisions();

  test('the index is up to date', () => {
    expect(readFileSync(INDEX, 'utf8')).toBe(indexOf(all));
  });

  test('each decision has its own number', () => {
    expect(all.length).toBeGreaterThan(14);
    expect(all.map(({ number }) => number)).toEqual(
      all.map((_, index) => String(index + 1).padStart(4, '0')),
    );
  });

  test('each decision is dated and has a context, a decision and consequences', () => {
    for (const { file, title, date, sections } of all) {
      expect([file, title, date]).toEqual([
        file,
        expect.stringMatching(/\S/),
        expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      ]);
      expect([file, sections]).toEqual([file, ['Context', 'Decision', 'Consequences']]);
    }
  });

  test('each decision is accepted, or superseded by a later one that is', () => {
    const valid = [
      'accepted',
      ...all.filter(({ status }) => status === 'accepted').map(({ number }) => `superseded by ${number}`),
    ];
    for (const { file, number, status } of all) {
      expect([file, valid]).toEqual([file, expect.arrayContaining([status])]);
      if (status !== 'accepted') expect(status > `superseded by ${number}`).toBe(true);
    }
  });
});
