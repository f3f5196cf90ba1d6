import { createRequire } from 'node:module';
import { describe } from '@jest/globals';
import { GROUPS } from '../../scripts/test/groups.ts';

const load = createRequire(import.meta.url);

/** Plays the files of a group one after the other, each with its own set-up and clearing away. */
export function playGroup(name: keyof typeof GROUPS): void {
  for (const file of GROUPS[name]) {
    describe(`${file}.test.ts`, () => {
      load(`../${file}.test.ts`);
    });
  }
}
