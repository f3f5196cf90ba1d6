import { relative, sep } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Their tests live through weeks, run programs or wait for real time, so even a short file takes long. */
const LONG_FOLDERS = ['cli', 'e2e', 'workflows', 'web', 'worker', 'activities', 'scripts', 'replay'];

const isNew = ({ duration }) => duration === undefined;

function isLong({ path, context }) {
  const [, folder] = relative(context.config.rootDir, path).split(sep);
  return LONG_FOLDERS.includes(folder) && !path.endsWith('.unit.test.ts');
}

/**
 * Jest's order, except for files that it has not run here before. It starts with the largest of those, and in the end
 * waits for a small one that takes a minute. Here every second file is from a long folder, until there are no more: all
 * of them at once would only wait for each other.
 */
export default class LongFilesEarly extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // They are one after another, behind those that failed last time.
    const fresh = sorted.filter(isNew);
    const [long, others] = [fresh.filter(isLong), fresh.filter((each) => !isLong(each))];
    const mixed = long.flatMap((each, i) => [each, ...others.slice(i, i + 1)]);
    const reordered = [...mixed, ...others.slice(long.length)];
    return sorted.toSpliced(sorted.findIndex(isNew), fresh.length, ...reordered);
  }
}
