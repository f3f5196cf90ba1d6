/** The names of entries and their fields, for owners and for successors. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { baseName } from '../../client/fields.ts';
import type { ContentKind } from '../../crypto/index.ts';

export const KIND_PLURALS: Record<ContentKind, MessageDescriptor> = {
  login: msg`Log-ins`,
  card: msg`Cards`,
  identity: msg`Identities`,
  note: msg`Notes`,
  letter: msg`Letters`,
  file: msg`Files`,
};

export const FIELD_NAMES: Record<string, MessageDescriptor> = {
  username: msg`User name`,
  password: msg`Password`,
  url: msg`Website`,
  totp: msg`Authenticator secret`,
  notes: msg`Notes`,
  text: msg`Text`,
  to: msg`To`,
  name: msg`File name`,
  data: msg`The file itself`,
  cardholder: msg`Name on the card`,
  number: msg`Number`,
  expiry: msg`Expiry date`,
  code: msg`Security code`,
  pin: msg`PIN`,
  brand: msg`Card type`,
  salutation: msg`Form of address`,
  firstName: msg`First name`,
  middleName: msg`Middle name`,
  lastName: msg`Last name`,
  birthDate: msg`Date of birth`,
  company: msg`Company`,
  email: msg`Email`,
  phone: msg`Phone`,
  address: msg`Street address`,
  postalCode: msg`Postcode`,
  city: msg`Town or city`,
  state: msg`State or region`,
  country: msg`Country`,
  ssn: msg`Social security number`,
  passportNumber: msg`Passport number`,
  licenceNumber: msg`Driving licence number`,
  publicKey: msg`Public key`,
  privateKey: msg`Private key`,
  fingerprint: msg`Fingerprint`,
};

/** An unknown field keeps its own name. A second `url` is named `url (2)`. */
export function useFieldName(): (field: string) => string {
  const { _ } = useLingui();
  return (field) => {
    const base = baseName(field);
    const known = Object.hasOwn(FIELD_NAMES, base) ? FIELD_NAMES[base] : undefined;
    return known ? `${_(known)}${field.slice(base.length)}` : field;
  };
}
