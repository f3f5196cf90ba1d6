import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { TextField } from './text-field.tsx';

const GROUPS = 9;
const GROUP = 4;
const LENGTH = GROUPS * GROUP;

const withoutSpaces = (typed: string): string => typed.replace(/[\s\p{Dash}]/gu, '').toUpperCase();

const inGroups = (typed: string): string =>
  withoutSpaces(typed)
    .match(/.{1,4}/g)
    ?.join('-') ?? '';

interface CodeFieldProps {
  label: ReactNode;
  description?: ReactNode;
  name: string;
  autoFocus?: boolean;
}

/** A code from paper, in groups of four, with a hint as soon as something in it cannot be right. */
export function CodeField({ label, description, name, autoFocus = false }: CodeFieldProps) {
  const { t } = useLingui();
  const [typed, type] = useState('');
  const [isLeft, leave] = useState(false);
  const code = withoutSpaces(typed);
  const strange = [...code].find((letter) => !/[0-9A-F]/.test(letter));
  const missing = LENGTH - code.length;

  function problem(): ReactNode {
    if (strange === 'O') return <Trans>There is no letter O in the code. Is it a zero?</Trans>;
    if (strange === 'I' || strange === 'L')
      return <Trans>There is neither an I nor an L in the code. Is it a one?</Trans>;
    if (strange)
      return <Trans>The code has only digits and the letters A to F, so there is no {strange}.</Trans>;
    if (missing < 0)
      return t`That is ${plural(-missing, { one: '# character', other: '# characters' })} too many.`;
    if (isLeft && code && missing > 0)
      return plural(missing, { one: '# character is missing.', other: '# characters are missing.' });
    return undefined;
  }

  return (
    <TextField
      label={label}
      description={description ?? <Trans>Nine groups of four. Capitals and dashes don’t matter.</Trans>}
      name={name}
      value={typed}
      // While somebody corrects the middle, the cursor must stay where it is.
      onChange={(next) => type(next.startsWith(typed) || code === '' ? inGroups(next) : next)}
      onBlur={() => {
        type(inGroups(typed));
        leave(true);
      }}
      problem={problem()}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      inputMode="text"
      autoFocus={autoFocus}
      isRequired
    />
  );
}
