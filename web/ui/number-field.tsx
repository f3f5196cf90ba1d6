import { Minus, Plus } from 'lucide-react';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Button,
  FieldError,
  Group,
  Input,
} from 'react-aria-components';
import { FieldHead, type FieldHeadProps } from './field-head.tsx';

interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, 'className' | 'children' | 'onChange'>,
    FieldHeadProps {
  /** Not called while the field is empty: on leaving it, the last number is there again. */
  onChange?(value: number): void;
}

/** A whole number, typed or stepped. */
export const NumberField = ({ label, description, onChange, ...props }: NumberFieldProps) => (
  <AriaNumberField
    {...props}
    className="field"
    onChange={(value) => Number.isNaN(value) || onChange?.(value)}
  >
    <FieldHead label={label} description={description} />
    <Group className="stepper">
      <Button slot="decrement">
        <Minus aria-hidden="true" size={18} />
      </Button>
      <Input />
      <Button slot="increment">
        <Plus aria-hidden="true" size={18} />
      </Button>
    </Group>
    <FieldError className="error" />
  </AriaNumberField>
);
