import { TextField, type TextFieldProps } from './text-field.tsx';

/** As the service allows for any name. */
const LONGEST_NAME = 60;

/** A field for the name of a person, or the name that the owner gives to a passkey, an automation or a way. */
export const NameField = (props: Omit<TextFieldProps, 'name' | 'maxLength' | 'isRequired'>) => (
  <TextField name="name" maxLength={LONGEST_NAME} isRequired {...props} />
);
