/** The fields for a person: what the owner calls them, and where they read email. */
import { useLingui } from '@lingui/react/macro';
import { TextField } from '../ui/text-field.tsx';

export const personIn = (form: FormData): { name: string; email: string } => ({
  name: String(form.get('name')).trim(),
  email: String(form.get('email')).trim(),
});

export function PersonFields({ name = '' }: { name?: string }) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Name`}
        description={t`The name you know them by. They’ll see it in our emails.`}
        name="name"
        defaultValue={name}
        maxLength={100}
        autoComplete="off"
        isRequired
      />
      <TextField
        label={t`Email address`}
        description={t`One they’ll still read years from now, not a work address.`}
        name="email"
        type="email"
        autoComplete="off"
        isRequired
      />
    </>
  );
}
