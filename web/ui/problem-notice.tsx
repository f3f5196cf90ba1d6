import { Trans } from '@lingui/react/macro';
import { useProblem } from '../api/sentences.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ProblemNoticeProps {
  /** The error, or null. */
  error: unknown;
  onTryAgain?: (() => void) | undefined;
}

/** Shows an error in a sentence that says what to do. */
export function ProblemNotice({ error, onTryAgain }: ProblemNoticeProps) {
  const sentence = useProblem();
  if (error === null || error === undefined) return null;
  return (
    <Notice look="problem" announced>
      <p>{sentence(error)}</p>
      {onTryAgain && (
        <Button look="second" size="small" onPress={onTryAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  );
}
