import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { STEPS, type SuccessorStep } from './steps.ts';

/** A successor's progress. */
export function StepList({ done, label }: { done: number; label: string }) {
  const { t } = useLingui();
  const words: Record<SuccessorStep, string> = {
    invited: t`Invited`,
    verified: t`Address confirmed`,
    kit: t`Recovery kit made`,
    compared: t`Words compared`,
    ready: t`Ready`,
  };
  return (
    <ol className="bare steps" aria-label={label}>
      {STEPS.map((step, i) => {
        const state = i < done ? 'done' : i === done ? 'present' : 'later';
        return (
          <li key={step} className={state} aria-current={state === 'present' ? 'step' : undefined}>
            {state === 'done' && <Check size={16} role="img" aria-label={t`done`} />}
            {words[step]}
          </li>
        );
      })}
    </ol>
  );
}
