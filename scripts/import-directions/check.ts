import { posix } from 'node:path';
import { parseImports } from './parse.ts';
import { allows, areaOf, permission } from './rules.ts';

/** A file to check: its path from the checkout's folder, and what it says. */
export interface SourceFile {
  path: string;
  text: string;
}

/** The line an import stands on, to click on; 1 when it cannot be found. */
function lineOf(text: string, what: string): number {
  return Math.max(1, text.split('\n').findIndex((line) => line.includes(what)) + 1);
}

/**
 * Every import that points the wrong way, and every reading of the environment outside `config.ts`: one line
 * each, with the place and the rule. None when all is well.
 */
export async function violations(files: SourceFile[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path, text } of files) {
    const area = areaOf(path);
    if (!area) {
      found.push(`${path}:1 lies in no area: scripts/import-directions/rules.ts says what a file may import`);
      continue;
    }
    const { imports, readsEnvironment } = await parseImports(text);
    for (const { specifier, typeOnly } of imports) {
      if (!specifier.startsWith('.')) {
        continue;
      }
      const target = posix.join(posix.dirname(path), specifier);
      if (!allows(area, target, typeOnly)) {
        const verb = typeOnly ? 'imports types of' : 'imports';
        found.push(
          `${path}:${lineOf(text, specifier)} ${verb} ${target}: ${area.name} may import ${permission(area)}`,
        );
      }
    }
    if (readsEnvironment && !area.readsEnvironment) {
      found.push(`${path}:${lineOf(text, 'env')} reads the environment: only config.ts may`);
    }
  }
  return found;
}
