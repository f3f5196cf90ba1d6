/**
 * Drawings of our own, without words. They add nothing to the words beside them, so screen readers skip them.
 */
import type { ReactNode } from 'react';

interface PictureProps {
  viewBox: string;
  /** `beside`: to the right of the words, and only where there is room for both. */
  place?: 'below' | 'beside' | 'wide' | 'small' | undefined;
  /** Lines, and the classes `tint`, `accent`, `on-accent`, `paper` (hides what is behind it) and `thin`. */
  children: ReactNode;
}

export const Picture = ({ viewBox, place = 'below', children }: PictureProps) => (
  <svg className={`picture ${place}`} viewBox={viewBox} aria-hidden="true" focusable="false">
    {children}
  </svg>
);
