/** The password of a log-in, typed or generated, with its strength. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Dices } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { type CharacterClass, generatePassword, PASSWORD_LENGTH, strengthOf } from './passwords.ts';

const SCORES: readonly MessageDescriptor[] = [
  msg`Can be guessed at once`,
  msg`Weak`,
  msg`Fair`,
  msg`Strong`,
  msg`Very strong`,
];

interface PasswordInputProps {
  value: string;
  onChange(value: string): void;
  /** Names that are easily guessed. */
  personal: readonly string[];
}

export function PasswordInput({ value, onChange, personal }: PasswordInputProps) {
  const { t, i18n } = useLingui();
  const [isOpen, open] = useState(false);
  const panel = useId();
  const strength = useMemo(() => (value === '' ? null : strengthOf(value, personal)), [value, personal]);
  return (
    <div className="field">
      <PasswordField label={t`Password`} value={value} onChange={onChange} autoComplete="off" />
      {strength && (
        <p className="quiet password-strength" data-score={strength.score}>
          <meter min={0} max={4} low={2} high={3} optimum={4} value={strength.score} aria-hidden="true" />
          {i18n._(SCORES[strength.score]!)}
        </p>
      )}
      <div>
        <Button
          look="second"
          size="small"
          aria-expanded={isOpen}
          aria-controls={panel}
          onPress={() => open(!isOpen)}
        >
          <Dices aria-hidden="true" size={18} />
          <Trans>Generate a password</Trans>
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Generator onChange={onChange} />}
      </div>
    </div>
  );
}

const CLASSES: readonly [CharacterClass, MessageDescriptor][] = [
  ['lower', msg`Lower-case letters`],
  ['upper', msg`Upper-case letters`],
  ['digits', msg`Digits`],
  ['symbols', msg`Special characters`],
];

function Generator({ onChange }: { onChange(password: string): void }) {
  const { t, i18n } = useLingui();
  const [length, setLength] = useState(PASSWORD_LENGTH.usual);
  const [chosen, choose] = useState<readonly CharacterClass[]>(CLASSES.map(([name]) => name));
  const [readable, setReadable] = useState(false);
  return (
    <div className="generator card wash">
      <NumberField
        label={t`Length`}
        minValue={PASSWORD_LENGTH.least}
        maxValue={PASSWORD_LENGTH.most}
        value={length}
        onChange={setLength}
      />
      <div>
        {CLASSES.map(([name, words]) => (
          <Checkbox
            key={name}
            isSelected={chosen.includes(name)}
            onChange={(isSelected) =>
              choose(isSelected ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          >
            {i18n._(words)}
          </Checkbox>
        ))}
        <Checkbox isSelected={readable} onChange={setReadable}>
          <Trans>Avoid characters that look alike on paper</Trans>
        </Checkbox>
      </div>
      <Button
        look="second"
        isDisabled={chosen.length === 0}
        onPress={() => onChange(generatePassword({ length, classes: chosen, readable }))}
      >
        <Trans>Use a new password</Trans>
      </Button>
    </div>
  );
}
