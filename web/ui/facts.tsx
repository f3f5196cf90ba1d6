import { Fragment, type ReactNode } from 'react';

interface FactsProps {
  /** A fact that is null or false is left out. */
  of: readonly { what: string; is: ReactNode }[];
}

/** What is known about a thing, line by line. */
export const Facts = ({ of }: FactsProps) => (
  <dl className="facts">
    {of
      .filter(({ is }) => is !== null && is !== false)
      .map(({ what, is }) => (
        <Fragment key={what}>
          <dt>{what}</dt>
          <dd>{is}</dd>
        </Fragment>
      ))}
  </dl>
);
