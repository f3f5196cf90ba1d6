// @ts-nocheck Runs in the browser, whose types the server's code doesn't know.
/* biome-ignore-all lint/correctness/noUndeclaredVariables: as above */

/**
 * Finds text that is cut off, sticks out of the window, or lies on other text. It is sent to the browser, so it uses
 * nothing from outside of it.
 *
 * @returns {string[]} a line for each finding
 */
export function findUnreadable() {
  /** Rounding makes boxes differ by less. */
  const SLACK = 1.5;
  const width = document.documentElement.clientWidth;
  const found = [];
  const name = (element) => {
    const label = element.id ? `#${element.id}` : [...element.classList].map((each) => `.${each}`).join('');
    return `<${element.localName}${label}> "${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
  };
  const ancestors = function* (element) {
    for (let each = element; each; each = each.parentElement) yield [each, getComputedStyle(each)];
  };
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden=true], [inert], script, style, noscript, option');
  /** For screen readers only: drawn in a box of a pixel, or clipped away. */
  const isScreenReaderOnly = (element) =>
    [...ancestors(element)].some(([each, { clipPath, clip, position }]) => {
      const box = each.getBoundingClientRect();
      return (
        (clipPath !== 'none' && box.width <= 2) ||
        (position === 'absolute' && clip !== 'auto') ||
        (position === 'absolute' && box.width <= 1 && box.height <= 1)
      );
    });
  const scrollsSideways = (element) =>
    [...ancestors(element)].some(
      ([each, { overflowX }]) =>
        each !== document.documentElement && each !== document.body && /auto|scroll/.test(overflowX),
    );

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !isShown(element) || isScreenReaderOnly(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 0 && box.height > 0) texts.push({ node, element, box });
    }
  }

  if (document.documentElement.scrollWidth > width + SLACK) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide and scrolls sideways`);
  }
  const reported = new Set();
  const report = (element, line) => {
    if (reported.has(element)) return;
    reported.add(element);
    found.push(line);
  };
  for (const { element, box } of texts) {
    if ((box.right > width + SLACK || box.left < -SLACK) && !scrollsSideways(element)) {
      report(element, `sticks out of the window: ${name(element)}`);
    }
    for (const [each, { overflowX, overflowY }] of ancestors(element)) {
      if (each === document.body || each === document.documentElement) break;
      const frame = each.getBoundingClientRect();
      const cutX =
        /hidden|clip/.test(overflowX) && (box.right > frame.right + SLACK || box.left < frame.left - SLACK);
      const cutY =
        /hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 3 || box.top < frame.top - 3);
      if (cutX || cutY) report(element, `is cut off by ${name(each).split(' ')[0]}: ${name(element)}`);
      // What scrolls may be longer than its frame.
      if (/auto|scroll/.test(overflowX + overflowY)) break;
    }
  }
  // What was typed into a field moves along with the cursor.
  for (const field of document.querySelectorAll(
    'button, a, input:placeholder-shown, select, [role=button]',
  )) {
    // What people type may be longer than its field, in which they move about.
    if (field.localName === 'input' && field.value !== '') continue;
    const { overflowX } = getComputedStyle(field);
    const cut = /hidden|clip/.test(overflowX) && field.scrollWidth > field.clientWidth + SLACK;
    if (isShown(field) && cut && !isScreenReaderOnly(field)) report(field, `is cut off: ${name(field)}`);
  }

  // On a phone, a finger that scrolls the page must not get caught.
  for (const box of document.querySelectorAll('body *')) {
    if (box.closest('.overlay, [role=listbox], textarea') || !isShown(box)) continue;
    const { overflowY } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight + SLACK)
      report(box, `scrolls within itself: ${name(box)}`);
  }

  /** Whether it stays in place while the rest scrolls below it, so that it may cover the rest. */
  const floats = (element) =>
    [...ancestors(element)].some(([, { position }]) => /fixed|sticky/.test(position));
  /** Scrolled out of a frame within the page, so that nobody sees it. */
  const isScrolledAway = ({ element, box }) =>
    [...ancestors(element)].some(([each, { overflowY }]) => {
      if (!/auto|scroll/.test(overflowY) || each === document.body || each === document.documentElement)
        return false;
      const frame = each.getBoundingClientRect();
      return box.top >= frame.bottom || box.bottom <= frame.top;
    });
  const still = texts
    .filter((text) => !floats(text.element) && !isScrolledAway(text))
    .sort((a, b) => a.box.top - b.box.top);
  for (const [i, { node, element, box }] of still.entries()) {
    for (const other of still.slice(i + 1)) {
      if (other.box.top > box.bottom) break;
      if (other.node === node) continue;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      // The boxes of lines are higher than their letters.
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (across > 2 && down > Math.min(box.height, other.box.height) / 3) {
        report(element, `lies on ${name(other.element)}: ${name(element)}`);
      }
    }
  }
  return found;
}
