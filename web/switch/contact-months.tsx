/** How often successors are asked whether they can be reached and have their sheet. */
import { Trans, useLingui } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

const USUAL = [3, 6, 12, 24];

export function ContactMonths({ settings: { contactMonths } }: Pick<SwitchFacts, 'settings'>) {
  const { t } = useLingui();
  const { run, isPending, isDone, error } = useTask(async (months: string) => {
    await answered(api.PUT('/inactivity/settings', { body: { contactMonths: Number(months) } }));
    await refreshSwitch();
  });
  const words: Record<number, string> = {
    12: t`Once a year`,
    24: t`Every two years`,
  };
  const all = [...new Set([...USUAL, contactMonths])].sort((one, other) => one - other);
  return (
    <Card title={<Trans>Can we still reach your successors?</Trans>}>
      <p>
        <Trans>
          We ask each of them whether they still read our emails and have their sheet. Answering takes one
          press of a button. If one of them doesn’t answer or has lost the sheet, you’ll see it on your home
          page.
        </Trans>
      </p>
      <Select
        label={t`How often we ask`}
        value={`${contactMonths}`}
        isDisabled={isPending}
        onChange={(months) => run(months)}
        options={all.map((months) => ({
          value: `${months}`,
          label: words[months] ?? t`Every ${months} months`,
        }))}
      />
      <ProblemNotice error={error} />
      {isDone && (
        <Notice look="good" announced>
          <Trans>Saved.</Trans>
        </Notice>
      )}
    </Card>
  );
}
