/** What a program loads when it starts: its own files and others, and packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { checkout } from '../../dev/instance/checkout.ts';

/** A file of the repository, as dependency-cruiser describes it. */
interface Module {
  source: string;
  dependencies: { module: string; resolved: string; dependencyTypes: string[] }[];
}

/** What each file imports, for these programs and everything they load. */
export function importsOf(programs: string[]): Map<string, Module['dependencies']> {
  const cruiser = posix.join(checkout, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const output = execFileSync(process.execPath, [cruiser, '--output-type', 'json', ...programs], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const { modules } = JSON.parse(output) as { modules: Module[] };
  return new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
}

/** The files that a program loads, and the packages they name. */
export function loads(program: string, imports: Map<string, Module['dependencies']>) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    const text = readFileSync(posix.join(checkout, path), 'utf8');
    // Files that are read and not imported, such as the pages.
    for (const [, relative = ''] of text.matchAll(/new URL\('(\.[^']*)', import\.meta\.url\)/g)) {
      files.add(posix.join(posix.dirname(path), relative).replace(/\/$/, ''));
    }
    for (const { module, resolved, dependencyTypes } of imports.get(path) ?? []) {
      if (dependencyTypes.includes('type-only') || dependencyTypes.includes('core')) continue;
      if (dependencyTypes.includes('local')) visit(resolved);
      else packages.add(module.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? module);
    }
  };
  visit(program);
  return { files, packages };
}
