/** Runs in the browser: what tests of the gallery ask about its elements. */

/** @param {Element} element */
export function outlineOf(element) {
  const box = element.closest('label')?.querySelectorAll('*') ?? [];
  const near = [element, element.parentElement ?? element, ...element.querySelectorAll('*'), ...box];
  return near.map((each) => getComputedStyle(each).outlineStyle).join(' ');
}

/** @param {Element} element */
export function edgeOf(element) {
  const { borderStyle, opacity, clip, clipPath } = getComputedStyle(element);
  const isHidden =
    opacity === '0' || clip !== 'auto' || clipPath !== 'none' || element.closest('[style*=clip]');
  return isHidden ? 'hidden' : borderStyle;
}

export function longestAnimation() {
  const animations = document.getAnimations();
  return Math.max(0, ...animations.map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0)));
}

/** @param {Element} element */
export const isFocused = (element) => element === document.activeElement;
