import type { Ref } from 'react';
import { Form as AriaForm, type FormProps as AriaFormProps } from 'react-aria-components';

interface FormProps extends Omit<AriaFormProps, 'onSubmit'> {
  ref?: Ref<HTMLFormElement>;
  /** Called with what the fields contain, once all of them are valid. */
  onSubmit(fields: FormData): unknown;
}

/** A form that the browser never submits itself. */
export const Form = ({ onSubmit, className = 'form', ...props }: FormProps) => (
  <AriaForm
    {...props}
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      // React Aria makes a pending submit button a plain one, and then Enter in a lone field still submits.
      if (event.currentTarget.querySelector('button[data-pending]')) return;
      void onSubmit(new FormData(event.currentTarget));
    }}
  />
);
