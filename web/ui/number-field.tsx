import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Button,
  FieldError,
  Group,
  Input,
  Label,
  Text,
} from 'react-aria-components';

interface NumberFieldProps extends Omit<AriaNumberFieldProps, 'className' | 'children' | 'onChange'> {
  label: ReactNode;
  description?: ReactNode;
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
    <Label>{label}</Label>
    {description && (
      <Text slot="description" className="quiet">
        {description}
      </Text>
    )}
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
