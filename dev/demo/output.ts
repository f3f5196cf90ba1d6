/** Prints the demo as it happens, with colours on a terminal. */
import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Something that must hold, and whether it did. */
export interface DemoCheck {
  what: string;
  held: boolean;
}

export interface DemoOutput {
  /** The heading of a new part. */
  title(text: string, subtitle?: string): void;
  /** Something that happened, and on which day. */
  event(day: string, mark: 'mail' | 'state' | 'does', text: string, aside?: string): void;
  /** More about the line above. */
  more(text: string): void;
  plain(text?: string): void;
  /** Records and prints whether something held. @returns `held` */
  check(what: string, held: boolean, why?: string): boolean;
  /** Shows what the demo waits for, in one quiet line that a terminal refreshes. Undefined: nothing. */
  waiting(line: (() => string) | undefined): void;
  /** Every check so far. */
  readonly checks: readonly DemoCheck[];
}

const MARKS = { mail: ['✉', 'cyan'], state: ['◆', 'yellow'], does: ['·', 'gray'] } as const;
const WIDTH = 104;
const DAY_WIDTH = 9;
const REFRESH_MS = 200;
/** Without a terminal, where no line can be erased, only longer waits are shown. */
const WORTH_TELLING_MS = 1_500;

export function createDemoOutput(): DemoOutput {
  const out = process.stdout;
  const live = out.isTTY === true;
  const styled = (style: Style, text: string): string =>
    live && !process.env.NO_COLOR ? styleText(style, text, { validateStream: false }) : text;
  const checks: DemoCheck[] = [];
  let waiting: (() => string) | undefined;
  let shown = false;
  let told: NodeJS.Timeout | undefined;

  const clear = () => {
    if (shown) out.write('\r\x1b[2K');
    shown = false;
  };
  const refresh = () => {
    if (!waiting) return;
    clear();
    const room = (out.columns || WIDTH) - 1;
    out.write(styled('dim', `${' '.repeat(DAY_WIDTH)}  … ${waiting()}`.slice(0, room)));
    shown = true;
  };
  if (live) setInterval(refresh, REFRESH_MS).unref();

  const line = (text: string) => {
    clear();
    out.write(`${text.trimEnd()}\n`);
    if (live) refresh();
  };
  const indented = (text: string) => `${' '.repeat(DAY_WIDTH)}    ${text}`;

  return {
    checks,
    title(text, subtitle) {
      const rule = '━'.repeat(Math.max(4, WIDTH - text.length - 4));
      line('');
      line(styled('bold', `━━ ${text} ${rule}`));
      if (subtitle) line(styled('dim', `   ${subtitle}`));
      line('');
    },
    event(day, mark, text, aside) {
      const [sign, style] = MARKS[mark];
      const more = aside ? `  ${styled('dim', aside)}` : '';
      line(
        `${styled('dim', day.padStart(DAY_WIDTH))}  ${styled(style, sign)} ${mark === 'state' ? styled('bold', text) : text}${more}`,
      );
    },
    more: (text) => line(styled('dim', indented(text))),
    plain: (text = '') => line(text),
    check(what, held, why) {
      checks.push({ what, held });
      const sign = held ? styled('green', '✓') : styled(['bold', 'red'], '✗');
      line(
        `${' '.repeat(DAY_WIDTH)}  ${sign} ${what}${held || !why ? '' : ` (${stripVTControlCharacters(why)})`}`,
      );
      return held;
    },
    waiting(next) {
      clearTimeout(told);
      clear();
      waiting = next;
      if (!next) return;
      if (live) refresh();
      else told = setTimeout(() => line(`${' '.repeat(DAY_WIDTH)}  … ${next()}`), WORTH_TELLING_MS);
    },
  };
}
