/** The names of entries and their fields, for owners and for successors. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { ContentKind } from '../../crypto/index.ts';
import { baseName } from '../vault/fields.ts';

export const KIND_PLURALS: Record<ContentKind, MessageDescriptor> = {
  login: msg`Log-ins`,
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
  cardholderName: msg`Name on the card`,
  brand: msg`Card type`,
  number: msg`Number`,
  expMonth: msg`Expiry month`,
  expYear: msg`Expiry year`,
  code: msg`Security code`,
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
