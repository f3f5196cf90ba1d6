import { useLingui } from '@lingui/react/macro';

/** The words that the successor reads out. Their numbers help the two to keep their place. */
export function SixWords({ words }: { words: string }) {
  const { t } = useLingui();
  return (
    <ol className="six-words" aria-label={t`The six words`}>
      {words.split(' ').map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice, and none moves
        <li key={at}>{word}</li>
      ))}
    </ol>
  );
}
