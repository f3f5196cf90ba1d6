import { expect, test } from '@jest/globals';
import { HalfDone } from '../../cli/failure.ts';
import { untilDone } from '../../cli/try-again.ts';
import { Problem } from '../../client/index.ts';

/** A person who answers so. */
function person(...answers: string[]) {
  const notes: string[] = [];
  const terminal = { interactive: true, ask: async () => answers.shift() ?? 'no' };
  return { notes, terminal: terminal as never, note: (text: string) => notes.push(text) };
}

const unreachable = new Problem({ code: 'unreachable', status: 0 });
const failing = (...errors: Error[]) => {
  let tries = 0;
  const step = async () => {
    const error = errors[tries];
    tries += 1;
    if (error) throw error;
    return tries;
  };
  return step;
};

test('a step that fails is repeated as often as a person wants', async () => {
  const someone = person('yes', ' YES ');
  expect(await untilDone(someone, failing(unreachable, unreachable))).toBe(3);
  expect(someone.notes).toHaveLength(2);
  await expect(untilDone(person('no'), failing(unreachable))).rejects.toBe(unreachable);
});

test('nothing is asked if nobody can answer, or another try would overwrite or repeat something', async () => {
  const script = { ...person('yes'), terminal: { interactive: false } as never };
  await expect(untilDone(script, failing(unreachable))).rejects.toBe(unreachable);
  for (const error of [
    new Problem({ code: 'version_conflict', status: 409 }),
    new HalfDone('The entry is stored'),
    new TypeError('a bug'),
  ])
    await expect(untilDone(person('yes'), failing(error))).rejects.toBe(error);
});
