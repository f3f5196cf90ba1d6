/** Moves the focus when the focused element disappears, for example a button that has done its work. */

/** A new page, a dialog or a field may take the focus for itself first. */
const SETTLES_MS = 100;

/** The element that had the focus last, followed by its ancestors. */
let path: Element[] = [];

function headingNear(): HTMLElement | null {
  for (const element of path) {
    const heading = element.isConnected ? element.querySelector<HTMLElement>('h1, h2, h3') : null;
    if (heading) return heading;
  }
  return null;
}

const isLost = (): boolean => document.activeElement === document.body && path[0]?.isConnected === false;

/** Otherwise the browser forgets the position, and a screen reader starts at the top of the page. */
export function keepFocus(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', (event) => {
    path = event.composedPath().filter((each) => each instanceof Element);
  });
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const heading = isLost() ? headingNear() : null;
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }, SETTLES_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
