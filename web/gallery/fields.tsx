import { useState } from 'react';
import { Checkbox, RadioGroup, Select } from '../ui/choice.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Sample } from './samples.ts';

/** Every field: empty, filled, invalid, disabled. */
export function Fields({ word, long, help, problem }: Sample) {
  const [choice, choose] = useState('first');
  const options = [
    { value: 'first', label: word, description: help },
    { value: 'second', label: long },
  ];
  return (
    <div className="form">
      <TextField label={word} description={help} />
      <TextField label={`${word} (2)`} defaultValue={word} problem={problem} />
      <TextField label={`${word} (3)`} defaultValue={word} isDisabled />
      <TextField label={`${word} (4)`} defaultValue={word} isReadOnly />
      <TextField label={`${word} (5)`} lines={3} defaultValue={help} />
      <PasswordField label={`${word} (6)`} autoComplete="off" defaultValue={word} />
      <CodeField label={`${word} (7)`} name="code" />
      <NumberField label={`${word} (8)`} description={help} defaultValue={30} minValue={1} maxValue={365} />
      <Select
        label={`${word} (9)`}
        description={help}
        options={[
          { value: 'first', label: word },
          { value: 'second', label: long },
        ]}
        value={choice}
        onChange={choose}
      />
      <RadioGroup
        label={`${word} (10)`}
        description={help}
        options={options}
        value={choice}
        onChange={choose}
      />
      <Checkbox defaultSelected>{long}</Checkbox>
      <Checkbox isIndeterminate>{word}</Checkbox>
      <Checkbox isDisabled>{word}</Checkbox>
    </div>
  );
}
