/** Where the focus goes when what had it is taken away, such as a button that has done its work. */

/** A new page, a dialog or a field may take the focus for itself first. */
const SETTLES_MS = 100;

/** What had the focus last, and all that was around it, from the inside out. */
let path: Element[] = [];

function headingNear(): HTMLElement | null {
  for (const element of path) {
    const heading = element.isConnected ? element.querySelector<HTMLElement>('h1, h2, h3') : null;
    if (heading) return heading;
  }
  return null;
}

const isLost = (): boolean => document.activeElement === document.body && path[0]?.isConnected === false;

/** Otherwise the browser forgets where someone was, and a screen reader begins at the top of the page. */
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
