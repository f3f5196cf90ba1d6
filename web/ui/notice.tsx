import type { ReactNode } from 'react';

interface NoticeProps {
  title?: ReactNode;
  children?: ReactNode;
  look?: 'calm' | 'good' | 'problem';
  /** Said aloud when it appears: at once for a problem, else when there is silence. */
  announced?: boolean;
}

/** Something that the reader should know. */
export const Notice = ({ title, children, look = 'calm', announced = false }: NoticeProps) => (
  <div className={`notice ${look}`} {...(announced ? { role: look === 'problem' ? 'alert' : 'status' } : {})}>
    {title && <p className="title">{title}</p>}
    {children}
  </div>
);
