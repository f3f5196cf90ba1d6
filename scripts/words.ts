/**
 * `npm run words`: collects the words of the web app from its sources into web/locales, where translators write theirs.
 * With `--check` it changes nothing, and fails if something would change or a translation is missing.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { runProgram } from '../dev/programs/run-program.ts';

/** A new language lacks more than a thousand. */
const MOST_LISTED = 40;

const CONFIGURATION = join('web', 'lingui.config.ts');

const catalogues = (): Map<string, string> =>
  new Map(
    globSync('web/locales/*/*.po', { cwd: checkout })
      .sort()
      .map((path) => [path, readFileSync(join(checkout, path), 'utf8')]),
  );

/** Without the dates in the header, which would change with every run. */
const messages = (catalogue = ''): string => catalogue.slice(catalogue.indexOf('\n\n'));

/** The messages without a translation. The first message of a file is its header. */
const untranslated = (catalogue: string): string[] =>
  [...messages(catalogue).matchAll(/^msgid (".*"(?:\n".*")*)\nmsgstr ""$(?!\n")/gm)].map(
    ([, text = '']) => text,
  );

const MESSAGE = /(?:^msgctxt (".*")\n)?^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)/gm;

/** Areas share a page, where one message has one translation: the one that was loaded last. */
function contradictions(all: ReadonlyMap<string, string>): string[] {
  const known = new Map<string, string>();
  return [...all].flatMap(([path, catalogue]) =>
    [...messages(catalogue).matchAll(MESSAGE)].flatMap(([, context = '', id = '', text = '']) => {
      const key = `${path.split('/').at(-1)} ${context}${id}`;
      const other = known.get(key);
      known.set(key, text);
      return other !== undefined && text !== '""' && other !== text
        ? [`${path}: ${id} is ${text}, and ${other}`]
        : [];
    }),
  );
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const before = catalogues();
  await runProgram('lingui', ['extract', '--clean', '--config', CONFIGURATION], { cwd: checkout });
  const after = catalogues();
  const changed = [...after].filter(([path, text]) => messages(text) !== messages(before.get(path)));
  const missing = [...after].flatMap(([path, text]) => untranslated(text).map((each) => `${path}: ${each}`));
  for (const [path, text] of before) {
    // A new date alone is no change.
    if (isCheck || !changed.some(([each]) => each === path)) writeFileSync(join(checkout, path), text);
  }
  if (isCheck && changed.length > 0)
    throw new Failure(`${changed.map(([path]) => path).join(', ')} are out of date: run \`npm run words\``);
  const several = contradictions(after);
  if (several.length > 0)
    throw new Failure(`Choose one translation, or give the message a context:\n${several.join('\n')}`);
  if (missing.length > 0) {
    const rest = missing.length - MOST_LISTED;
    const more = rest > 0 ? [`… and ${rest} more`] : [];
    const list = [...missing.slice(0, MOST_LISTED), ...more].join('\n');
    if (isCheck) throw new Failure(`These words have no translation yet; write one into each file:\n${list}`);
    console.log(`Still to be translated:\n${list}`);
  }
}

await runCommand(main);
