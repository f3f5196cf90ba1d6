import type { ReactNode } from 'react';

interface CardProps {
  title?: ReactNode;
  /** Beside the title, such as a state or a button. */
  aside?: ReactNode;
  children: ReactNode;
  look?: 'plain' | 'wash' | 'alarm';
}

/** A titled box. */
export const Card = ({ title, aside, children, look = 'plain' }: CardProps) => (
  <section className={`card ${look}`}>
    {(title || aside) && (
      <header>
        {title && <h2>{title}</h2>}
        {aside}
      </header>
    )}
    {children}
  </section>
);
