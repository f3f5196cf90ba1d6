/** Fields in which people choose: a tick, one of a few, one of many. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  Select as AriaSelect,
  Button,
  FieldError,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  SelectValue,
} from 'react-aria-components';
import { FieldHead, type FieldHeadProps } from './field-head.tsx';

export const Checkbox = ({
  children,
  ...props
}: Omit<AriaCheckboxProps, 'className'> & { children?: ReactNode }) => (
  <AriaCheckbox {...props} className="checkbox">
    <span className="box" aria-hidden="true" />
    {children && <span>{children}</span>}
  </AriaCheckbox>
);

interface Option<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
}

interface RadioGroupProps<Value extends string>
  extends Omit<AriaRadioGroupProps, 'className' | 'children' | 'value' | 'onChange' | 'defaultValue'>,
    FieldHeadProps {
  options: readonly Option<Value>[];
  /** Null while nothing is chosen. With any other value that isn't an option, the keyboard couldn't reach the group. */
  value: Value | null;
  onChange(value: Value): void;
}

/** Radio buttons. */
export function RadioGroup<Value extends string>({
  label,
  description,
  options,
  onChange,
  ...props
}: RadioGroupProps<Value>) {
  return (
    <AriaRadioGroup {...props} onChange={(value) => onChange(value as Value)} className="field radios">
      <FieldHead label={label} description={description} />
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="radio">
          <span className="dot" aria-hidden="true" />
          <span>
            {option.label}
            {option.description && <span className="quiet block">{option.description}</span>}
          </span>
        </Radio>
      ))}
      <FieldError className="error" />
    </AriaRadioGroup>
  );
}

interface SelectProps<Value extends string> extends FieldHeadProps {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange(value: Value): void;
  isDisabled?: boolean;
}

/** A list to choose one option from. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  description,
  isDisabled = false,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className="field"
      isDisabled={isDisabled}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
    >
      <FieldHead label={label} description={description} />
      <Button className="select">
        <SelectValue />
        <ChevronDown aria-hidden="true" size={18} />
      </Button>
      <Popover className="popover">
        <ListBox className="options">
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className="option">
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
