/**
 * `npm run bench:crypto`: unlocks a vault and opens its entries in Chromium, and in Node beside it. Exits with 0 only if
 * Chromium does both in the time that a person waits without wondering.
 */
import { readArguments } from '../dev/cli/arguments.ts';
import { narrate } from '../dev/cli/progress.ts';
import { measureInChromium } from './crypto/browser.ts';
import { measure, type Times } from './crypto/measure.ts';
import { type Closing, runBench } from './run.ts';

/** The promises, in milliseconds. */
const GOALS: Times = { unlock: 1_000, open: 1_000 };
const ENTRIES = 5_000;
const BYTES = 1_000;
const ROUNDS = 5;

const HELP = 'npm run bench:crypto: half a minute, without options';

const WHAT: Record<keyof Times, string> = {
  unlock: 'unlock, Argon2id included',
  open: `open ${ENTRIES.toLocaleString('en')} entries of ${BYTES.toLocaleString('en')} bytes`,
};

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const mediansOf = (times: Times[]): Times => ({
  unlock: median(times.map(({ unlock }) => unlock)),
  open: median(times.map(({ open }) => open)),
});

async function compare(closing: Closing): Promise<boolean> {
  const say = narrate();
  const args: [number, number, number] = [ROUNDS, ENTRIES, BYTES];
  say('measuring in Chromium');
  const { version, times } = await measureInChromium(args, say, closing);
  say('measuring in Node');
  const node = mediansOf(await measure(...args));
  const chromium = mediansOf(times);

  console.log(`\n  medians of ${ROUNDS}, in ms: Chromium ${version}, Node ${process.versions.node}\n`);
  const kept = (Object.keys(GOALS) as (keyof Times)[]).map((what) => {
    const isKept = chromium[what] < GOALS[what];
    const figures = `${chromium[what].toFixed(0).padStart(7)}${node[what].toFixed(0).padStart(7)}`;
    console.log(
      `  ${isKept ? 'ok    ' : 'MISSED'}  ${WHAT[what].padEnd(36)}${figures}   under ${GOALS[what]}`,
    );
    return isKept;
  });
  console.log();
  return kept.every(Boolean);
}

await runBench(async (closing) => {
  const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
  const { values } = readArguments({ options }, 'npm run bench:crypto');
  if (!values.help) return compare(closing);
  console.log(HELP);
  return true;
});
