/**
 * A person without a mouse. They reach what they want to use with Tab, Shift+Tab and the arrows, and they see where
 * they are. Nothing here clicks, fills in or focuses by script.
 */
import type { ElementHandle, Locator, Page } from 'playwright-core';
import {
  appearanceOf,
  findFocus,
  hasText,
  keyOf,
  stopsBefore,
  untilListHasFocus,
  whatHidesFocus,
} from './focus.js';

/** More than any page has. */
const MOST_STEPS = 300;

const KEYS = {
  earlier: 'Tab',
  later: 'Shift+Tab',
  'earlier in group': 'ArrowDown',
  'later in group': 'ArrowUp',
} as const;

type Whereabouts = ReturnType<typeof findFocus>;

async function go(page: Page, target: ElementHandle, goal: Locator, from: Whereabouts): Promise<void> {
  let where = from;
  /** Stays the same all the way: past one end of the page, Tab comes to the other. */
  let direction: 'earlier' | 'later' | undefined;
  if (where === 'earlier' || where === 'later') {
    direction = where;
    const stops = await target.evaluate(stopsBefore);
    for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press(KEYS[where]);
    if (stops > 0) where = await target.evaluate(findFocus, false);
  }
  for (let steps = 0; where !== 'here'; steps += 1) {
    if (where === 'gone') throw new Error(`${goal} went away while the focus was on its way to it`);
    if (where === 'round' || steps > MOST_STEPS) throw new Error(`The keyboard does not reach ${goal}`);
    if (where === 'earlier' || where === 'later') {
      direction ??= where;
      where = direction;
    }
    await page.keyboard.press(KEYS[where]);
    where = await target.evaluate(findFocus, false);
  }
}

/** Moves the focus to something, and fails if nobody sees that it is there. */
export async function reach(goal: Locator): Promise<void> {
  const page = goal.page();
  await goal.waitFor();
  const target = await goal.elementHandle();
  if (!target) throw new Error(`${goal} is not there`);
  await target.evaluate(untilListHasFocus);
  const from = await target.evaluate(findFocus, true);
  if (from === 'here') return;
  const before = await target.evaluate(appearanceOf);
  // The page itself has just moved the focus here.
  if (before.isFocused) return;
  await go(page, target, goal, from);
  const after = await target.evaluate(appearanceOf);
  if (after.look === before.look) throw new Error(`The focus on ${goal} cannot be seen`);
  const hidden = await page.evaluate(whatHidesFocus);
  if (hidden) throw new Error(`Nobody sees that ${goal} has the focus: ${hidden}`);
}

/** Uses a button, a link, an item of a menu, a tick or a radio button. */
export async function press(goal: Locator): Promise<void> {
  await reach(goal);
  const key = await goal.evaluate(keyOf);
  if (key) await goal.page().keyboard.press(key);
}

/** Types into a field, in place of what is in it. */
export async function type(field: Locator, text: string): Promise<void> {
  await reach(field);
  const { keyboard } = field.page();
  if (await field.evaluate(hasText)) {
    await keyboard.press('Control+A');
    if (text === '') await keyboard.press('Delete');
  }
  await keyboard.type(text);
}

/** Opens a list or a menu by its button, and takes an option with this text. */
export async function choose(select: Locator, option: string): Promise<void> {
  const page = select.page();
  await press(select);
  const named = { name: option, exact: true } as const;
  await press(page.getByRole('option', named).or(page.getByRole('menuitem', named)).first());
}

/** Types into a field, and presses Enter in it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await type(field, text);
  await field.page().keyboard.press('Enter');
}
