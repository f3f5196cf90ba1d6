// @ts-nocheck Runs in the browser, whose types the server's code doesn't know.
/* biome-ignore-all lint/correctness/noUndeclaredVariables: as above */
/** What tests of the keyboard ask about an element. Each function is sent to the browser, so it uses nothing outside. */

/**
 * Where the focus is, seen from an element that someone wants to reach: `here`, earlier or later on the page, earlier
 * or later in the same group (of radio buttons, in a menu or a list), or `round` if it was there before.
 *
 * @param {Element} target or a part of it, such as the words on a button
 * @param {boolean} isStart of a new search
 */
export function findFocus(target, isStart) {
  const CONTROL = 'a[href], button, input, textarea, select, summary, [tabindex]';
  const GROUP = '[role=radiogroup], [role=menu], [role=listbox], [role=grid], [role=tablist], [role=toolbar]';
  if (isStart) window.focusPassed = new WeakSet();
  if (!target.isConnected) return 'gone';
  const control =
    target.closest('label')?.control ??
    target.closest(`${CONTROL}, [role=option], [role=menuitem]`) ??
    target.querySelector(CONTROL) ??
    target;
  const focused = document.activeElement ?? document.body;
  const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '') ?? focused;
  if (active === control) return 'here';
  const isLater = control.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING;
  // A long list is one stop of Tab as well.
  const group = control.closest(GROUP) ?? (control.tabIndex < 0 ? control.closest('ul, ol') : null);
  if (group?.contains(active)) return isLater ? 'later in group' : 'earlier in group';
  if (group && focused.getAttribute('aria-controls') === group.id) return 'earlier in group';
  if (window.focusPassed.has(active)) return 'round';
  // The page itself has the focus between the last element and the first.
  if (active !== document.body) window.focusPassed.add(active);
  return isLater ? 'later' : 'earlier';
}

/**
 * How many times Tab certainly has to be pressed before the focus is at the element: once for each control between the
 * two. So the focus need not be looked up after each press.
 */
export function stopsBefore(target) {
  const { activeElement: active, body } = document;
  if (!active || active === body) return 0;
  const control = target.closest('label')?.control ?? target;
  const isBefore = (one, other) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
  const [first, last] = isBefore(active, control) ? [active, control] : [control, active];
  const isStop = (each) =>
    each.tabIndex === 0 &&
    !each.matches(':disabled, [inert] *, [role=radiogroup] *') &&
    each.checkVisibility({ visibilityProperty: true }) &&
    isBefore(first, each) &&
    isBefore(each, last);
  return [...document.querySelectorAll('a[href], button, input:not([type=radio]), textarea')].filter(isStop)
    .length;
}

/** A list or a menu takes the focus a moment after it has opened. */
export async function untilListHasFocus(target) {
  const list = target.closest('[role=menu], [role=listbox]');
  const isThere = () =>
    !list ||
    list.contains(document.activeElement) ||
    document.activeElement?.getAttribute('aria-controls') === list.id;
  const patience = performance.now() + 1_000;
  while (!isThere() && performance.now() < patience) await new Promise(requestAnimationFrame);
}

/** Whether an element has the focus, and how it and what is drawn for it look, to be compared with and without focus. */
export function appearanceOf(target) {
  const box = target.closest('label')?.querySelectorAll('*') ?? [];
  const control = target.closest('a[href], button, input, textarea, select, [tabindex], label') ?? target;
  const near = [control, control.parentElement ?? control, ...control.querySelectorAll('*'), ...box];
  const look = near
    .map((each) => {
      const { outlineStyle, outlineColor, outlineWidth, boxShadow } = getComputedStyle(each);
      return `${outlineStyle === 'none' ? '' : outlineStyle + outlineColor + outlineWidth} ${boxShadow}`;
    })
    .join('\n');
  const active = document.activeElement;
  const field = target.closest('label')?.control ?? control;
  return {
    look,
    isFocused:
      active === field || (field.id !== '' && active?.getAttribute('aria-activedescendant') === field.id),
  };
}

/**
 * What keeps someone from seeing the element with the focus: it is scrolled away or covered. A phone takes a moment to
 * scroll, and a dialog that closes covers the page a little longer on a busy machine.
 *
 * @returns {Promise<string | null>} null if it is in sight
 */
export async function whatHidesFocus() {
  const name = (element) => element?.cloneNode().outerHTML ?? 'nothing';
  const hides = () => {
    const active = document.activeElement;
    const isTicked = active.type === 'checkbox' || active.type === 'radio';
    const shown = (isTicked && active.labels?.[0]) || active;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const [fromX, toX] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [fromY, toY] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (fromX >= toX || fromY >= toY) return `${name(shown)} is scrolled away, to ${left}, ${top}`;
    const parts = [0.1, 0.5, 0.9];
    const found = parts.flatMap((down) =>
      parts.map((across) =>
        document.elementFromPoint(fromX + (toX - fromX) * across, fromY + (toY - fromY) * down),
      ),
    );
    const isSeen = (each) =>
      each && (shown.contains(each) || each.contains(active) || each.control === active);
    return found.some(isSeen) ? null : `${name(shown)} is covered by ${name(found[4])}`;
  };
  const patience = performance.now() + 5_000;
  while (hides() && performance.now() < patience) await new Promise(requestAnimationFrame);
  return hides();
}

/** @returns which key uses an element: a space for a tick box, or null for a radio button that is chosen already */
export function keyOf(target) {
  const control =
    target.closest('label')?.control ?? target.closest('a, button, input, textarea, [role]') ?? target;
  if (control.type === 'radio') return control.checked ? null : 'Space';
  return control.type === 'checkbox' || control.role === 'checkbox' || control.role === 'switch'
    ? 'Space'
    : 'Enter';
}

/** Whether the field already has text, which would stay in front of what is typed. */
export const hasText = (field) => (field.value ?? '') !== '';
