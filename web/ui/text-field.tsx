import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children'> {
  label: ReactNode;
  /** What helps to fill it in. Always visible, unlike a placeholder. */
  description?: ReactNode;
  /** Lines of text; one is a single-line field. */
  lines?: number;
  placeholder?: string;
  /** Of a date. */
  min?: string;
  max?: string;
  /** What is wrong with it, if the service said so. */
  problem?: ReactNode;
  /** After the input, such as a button. */
  after?: ReactNode;
}

/** A labelled text field with its description and its error. */
export function TextField({
  label,
  description,
  lines = 1,
  placeholder,
  min,
  max,
  problem,
  after,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      className="field"
      // What the service refused may be sent again, unlike what the browser itself finds invalid.
      {...(problem ? { isInvalid: true, validationBehavior: 'aria' as const } : {})}
    >
      <Label>{label}</Label>
      {description && (
        <Text slot="description" className="quiet">
          {description}
        </Text>
      )}
      <div className="input">
        {lines > 1 ? (
          <TextArea rows={lines} placeholder={placeholder} />
        ) : (
          <Input placeholder={placeholder} min={min} max={max} />
        )}
        {after}
      </div>
      <FieldError className="error">{problem ? () => problem : undefined}</FieldError>
    </AriaTextField>
  );
}
