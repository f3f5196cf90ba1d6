import { describe, expect, test } from '@jest/globals';
import { COMMAND_NAMES, documented } from '../../scripts/operators-day/documents.ts';

describe('an operator’s day', () => {
  test.each(COMMAND_NAMES)('%s: the documents have the command that is played', (name) => {
    expect(documented(name)).toMatch(/\S/);
  });

  test('every command is run in Compose, as someone without Node has to', () => {
    for (const name of COMMAND_NAMES) expect(documented(name)).not.toContain('npm run');
  });
});
