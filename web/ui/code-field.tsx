import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { CryptoError } from '../../crypto/index.ts';
import { useProblem } from '../api/sentences.ts';
import { TextField } from './text-field.tsx';
import { GROUPS, isOfLaterFormat, parseTypedCode } from './typed-code.ts';

interface CodeFieldProps {
  label: ReactNode;
  name: string;
  autoFocus?: boolean;
}

/**
 * Reports a code that a later version printed, a group that can't be right, and missing groups once the field has lost
 * focus.
 */
export function useCodeProblem(): (typed: string, isLeft: boolean) => string | undefined {
  const { t } = useLingui();
  const sentence = useProblem();
  return (typed, isLeft) => {
    if (isOfLaterFormat(typed)) return sentence(new CryptoError('format_unknown'));
    const { groups } = parseTypedCode(typed);
    const at = groups.findIndex(({ state }) => state !== 'good' && state !== 'unfinished');
    const group = at + 1;
    switch (groups[at]?.state) {
      case 'strange':
        return t`Group ${group} has a character that can’t be in a code. Codes use only digits and the letters A to F.`;
      case 'short':
        return t`Group ${group} is too short. Each has four characters.`;
      case 'long':
        return at >= GROUPS
          ? t`That’s too long: the code has nine groups of four.`
          : t`Group ${group} is too long. Each has four characters.`;
      default:
        break;
    }
    const missing = groups.findIndex(({ state }) => state === 'unfinished') + 1;
    return isLeft && typed && missing > 0 ? t`Group ${missing} isn’t complete yet.` : undefined;
  };
}

/** The text of the field. The cursor must not move while a correction is made in the middle. */
export const inGroups = (before: string, next: string): string =>
  next.length > before.length && next.startsWith(before) ? parseTypedCode(next).text : next;

/** A field for a code on paper, in groups of four. Reports at once a group that can't be right. */
export function CodeField({ label, name, autoFocus = false }: CodeFieldProps) {
  const problemOf = useCodeProblem();
  const [typed, type] = useState('');
  const [isLeft, leave] = useState(false);
  return (
    <TextField
      label={label}
      description={<Trans>Nine groups of four. Capitals and dashes don’t matter.</Trans>}
      name={name}
      value={typed}
      onChange={(next) => type(inGroups(typed, next))}
      onBlur={() => {
        type(parseTypedCode(typed).text);
        leave(true);
      }}
      problem={problemOf(typed, isLeft)}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      autoFocus={autoFocus}
      isRequired
    />
  );
}
