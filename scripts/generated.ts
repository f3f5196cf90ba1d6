/** Files in docs/ that are made by a program: written, or with `--check` only compared. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { formatted } from './formatted.ts';

/** Texts by the paths of their files, relative to the checkout. */
export type Generated = Record<string, string>;

/**
 * Runs a command that generates files.
 *
 * @param command as people type it, without `--`
 * @param about what it does, for its help
 */
export const runGenerator = (
  command: string,
  about: string,
  generate: () => Promise<Generated>,
): Promise<never> =>
  runCommand(async () => {
    const options = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { check, help } = readArguments({ options }, command).values;
    if (help) {
      console.log(`${command} ${command.startsWith('npm') ? '-- ' : ''}[flags]

${about}

Flags
  --check                     writes nothing, and fails if a file is stale
  --help                      this text`);
      return;
    }
    const files = Object.entries(await generate());
    const stale: string[] = [];
    for (const [path, generated] of files) {
      const file = join(checkout, path);
      const text = formatted(path, generated);
      if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
      stale.push(path);
      if (!check) await writeFile(file, text);
    }
    if (check && stale.length > 0) throw new Failure(`Stale: ${stale.join(' and ')}. Run \`${command}\``);
    const all = files.map(([path]) => path).join(' and ');
    const good = `${all} ${files.length === 1 ? 'is' : 'are'} up to date.`;
    console.log(stale.length === 0 ? good : `Wrote ${stale.join(' and ')}.`);
  });
