import { useLingui } from '@lingui/react';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a page. It names the document and takes the focus, so that screen readers announce the page. */
export function PageTitle({ children }: { children: string | ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLingui();
  // Its text may change, for example with the language.
  useEffect(() => {
    document.title = `${heading.current?.textContent} · Vault Handover`;
  });
  useEffect(() => {
    const element = heading.current;
    if (!element) return;
    // A field that takes the focus for itself may keep it.
    if (!document.activeElement || document.activeElement === document.body)
      element.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
