/** The steps due in the next 24 hours if owners don't check in. */
import { plural } from '@lingui/core/macro';
import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../ui/card.tsx';
import { Moment } from '../ui/moment.tsx';
import { Chart } from './chart.tsx';
import { STATUS_NAMES, STEP_NAMES, type Stats } from './figures.ts';

const keyOf = (step: string, n?: number, of?: number) => (n === undefined ? step : `${step} ${n} ${of}`);

export function Upcoming({ upcoming, outlookComplete }: Stats) {
  const { _, i18n } = useWords();
  const { t } = useLingui();
  const { count, byHour, first } = upcoming;
  return (
    <Card title={<Trans>The next 24 hours</Trans>}>
      {!outlookComplete && (
        <p>
          <Trans>There are too many switches to check them all. The true numbers may be higher.</Trans>
        </p>
      )}
      <Chart
        caption={t`Steps per hour`}
        bars={byHour.map(({ hour, step, count }) => ({
          key: `${hour} ${step}`,
          label: `${i18n.date(hour, { weekday: 'short', hour: 'numeric', minute: '2-digit' })}, ${_(STEP_NAMES[step])}`,
          count,
        }))}
        empty={<Trans>Nothing is due.</Trans>}
      />
      {count > 0 && (
        <details>
          <summary>{t`The first ${first.length} of ${plural(count, { one: '# step', other: '# steps' })}`}</summary>
          <ul>
            {first.map(({ userId, status, step, n, of, at }) => (
              <li key={`${userId} ${keyOf(step, n, of)}`}>
                <Moment at={at} as="short moment" />, {_(STEP_NAMES[step])}
                {n !== undefined && (
                  <>
                    {' '}
                    <Trans>
                      {n} of {of}
                    </Trans>
                  </>
                )}
                <span className="quiet block">
                  <Trans>
                    Account <code>{userId}</code>
                  </Trans>
                  , {_(STATUS_NAMES[status])}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
