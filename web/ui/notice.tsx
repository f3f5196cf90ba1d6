import type { ReactNode } from 'react';

interface NoticeProps {
  title?: ReactNode;
  children?: ReactNode;
  look?: 'calm' | 'good' | 'problem';
  /** Announced by screen readers when it appears: at once for a problem, otherwise when they are idle. */
  announced?: boolean;
}

/** A message to the reader. */
export const Notice = ({ title, children, look = 'calm', announced = false }: NoticeProps) => (
  <div className={`notice ${look}`} {...(announced ? { role: look === 'problem' ? 'alert' : 'status' } : {})}>
    {title && <p className="title">{title}</p>}
    {children}
  </div>
);
