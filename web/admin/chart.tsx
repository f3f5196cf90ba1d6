/** A bar for each number, in a table that says the same in words and figures. */
import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  label: string;
  count: number;
}

interface ChartProps {
  caption: string;
  bars: readonly Bar[];
  /** Shown if all bars would be empty. */
  empty: ReactNode;
}

/** The bars are decoration: screen readers and printers get the table. */
export function Chart({ caption, bars, empty }: ChartProps) {
  const { i18n } = useLingui();
  const most = Math.max(...bars.map(({ count }) => count), 1);
  if (bars.every(({ count }) => count === 0))
    return (
      <div className="chart">
        <h3>{caption}</h3>
        <p className="quiet">{empty}</p>
      </div>
    );
  return (
    <table className="chart">
      <caption>{caption}</caption>
      <tbody>
        {bars.map(({ key, label, count }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="10" />
              </svg>
              <span>{i18n.number(count)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
