/** The fields for a person: what the owner calls them, and where they read email. */
import { useLingui } from '@lingui/react/macro';
import { $api } from '../api/queries.ts';
import { useSession } from '../session/session.ts';
import { NameField } from '../ui/name-field.tsx';
import { TextField } from '../ui/text-field.tsx';

export const personIn = (form: FormData): { name: string; email: string } => ({
  name: String(form.get('name')).trim(),
  email: String(form.get('email')).trim(),
});

/**
 * Says before sending why the service would refuse an address.
 *
 * @param moving the ID of a successor who moves there: their second address may become the first
 * @returns `validate` for the field of an address
 */
export function useNewAddress(moving?: string): (typed: string) => string | true {
  const { t } = useLingui();
  const session = useSession();
  const listed = $api.useQuery('get', '/successors').data?.successors ?? [];
  return (typed) => {
    const address = typed.trim().toLowerCase();
    if (session.state === 'in' && address === session.user.email)
      return t`That’s your own address. Please name someone else.`;
    const taken = listed.find(
      ({ id, email, secondEmail }) => email === address || (secondEmail === address && id !== moving),
    );
    return taken ? t`That’s the address of ${taken.name}, one of your successors.` : true;
  };
}

export function PersonFields({ name = '' }: { name?: string }) {
  const { t } = useLingui();
  return (
    <>
      <NameField
        label={t`Name`}
        description={t`The name you know them by. They’ll see it in our emails.`}
        defaultValue={name}
        autoComplete="off"
      />
      <TextField
        label={t`Email address`}
        description={t`One they’ll still read years from now, not a work address.`}
        name="email"
        type="email"
        autoComplete="off"
        validate={useNewAddress()}
        isRequired
      />
    </>
  );
}
