/**
 * Unlocks a vault, opens its entries and seals them in Chromium and, for comparison, in Node. Only Chromium's times
 * have goals.
 */
import { defineBench } from './bench.ts';
import { measureInChromium } from './crypto/browser.ts';
import { measure, type Times } from './crypto/measure.ts';
import { median, printTable } from './figures.ts';

/** In milliseconds. */
const GOALS: Times = { unlock: 1_000, open: 1_000, kit: 1_000, seal: 10_000 };
const ENTRIES = 5_000;
const BYTES = 1_000;
const ROUNDS = 5;

const TITLES: Record<keyof Times, string> = {
  unlock: 'unlock, Argon2id included',
  open: `open ${ENTRIES.toLocaleString('en')} entries of ${BYTES.toLocaleString('en')} bytes`,
  kit: 'make a kit',
  seal: `seal ${ENTRIES.toLocaleString('en')} entries to 5 successors, each with envelopes`,
};

export const bench = defineBench({
  flags: {},
  async run(_, { say, closing }) {
    const args: [number, number, number] = [ROUNDS, ENTRIES, BYTES];
    say('measuring in Chromium');
    const { version, times: chromium } = await measureInChromium(args, say, closing);
    say('measuring in Node');
    const node = await measure(...args);
    const names = Object.keys(GOALS) as (keyof Times)[];
    const of = (times: readonly Times[], name: keyof Times) => median(times.map((each) => each[name]));
    printTable([
      [`medians of ${ROUNDS}, ms`, `Chromium ${version}`, `Node ${process.versions.node}`],
      ...names.map((name) => [TITLES[name], of(chromium, name).toFixed(0), of(node, name).toFixed(0)]),
    ]);
    return names.map((name) => ({
      goal: `${TITLES[name]}: under ${GOALS[name]} ms in Chromium`,
      met: of(chromium, name) < GOALS[name],
    }));
  },
});
