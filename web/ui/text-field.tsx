import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  TextArea,
} from 'react-aria-components';
import { FieldHead, type FieldHeadProps } from './field-head.tsx';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children'>, FieldHeadProps {
  /** Lines of text; one is a single-line field. */
  lines?: number;
  placeholder?: string;
  /** The earliest and latest date. */
  min?: string;
  max?: string;
  /** The service's objection, if any. */
  problem?: ReactNode;
  /** After the input, such as a button. */
  after?: ReactNode;
}

/** Takes over text that was typed or filled in by a password manager before the script had loaded. */
function useTypedEarly() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = input.current;
    const typed = element?.value;
    if (!element || !typed || typed === element.defaultValue) return;
    // React ignores a value that it has seen already.
    element.value = '';
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, typed);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
  return input;
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
  const { t } = useLingui();
  const input = useTypedEarly();
  return (
    <AriaTextField
      {...props}
      className="field"
      // React Aria would keep an error until the field loses focus, as it does when the button below is pressed. The
      // error would go, the button would move up from under the pointer, and the press would be lost.
      onInput={({ currentTarget: edited }) => {
        if (edited.ariaInvalid === 'true') edited.dispatchEvent(new Event('change'));
      }}
      // A value that the service refused may be sent again, unlike one that the browser finds invalid.
      {...(problem ? { isInvalid: true, validationBehavior: 'aria' as const } : {})}
    >
      <FieldHead label={label} description={description} />
      <div className="input">
        {lines > 1 ? (
          <TextArea rows={lines} placeholder={placeholder} />
        ) : (
          <Input ref={input} placeholder={placeholder} min={min} max={max} />
        )}
        {after}
      </div>
      <FieldError className="error">
        {({ validationDetails: { valueMissing, typeMismatch }, defaultChildren }) => {
          if (problem) return problem;
          // The browser's own sentence is in the language of the browser, not of the page.
          if (valueMissing) return t`Please fill this in.`;
          if (typeMismatch && props.type === 'email') return t`That isn’t a complete email address.`;
          if (typeMismatch) return t`That isn’t a complete web address.`;
          return defaultChildren;
        }}
      </FieldError>
    </AriaTextField>
  );
}
