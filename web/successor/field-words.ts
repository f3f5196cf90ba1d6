/** What people call the fields of an entry. A field that nobody knows shows under its own name. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { ContentKind } from '../../crypto/index.ts';

export const FIELD_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  username: msg`User name`,
  password: msg`Password`,
  url: msg`Address`,
  totp: msg`Secret of the authenticator app`,
  notes: msg`Notes`,
  text: msg`Text`,
  to: msg`To`,
  name: msg`File name`,
  cardholderName: msg`Name on the card`,
  brand: msg`Brand`,
  number: msg`Number`,
  expMonth: msg`Expiry month`,
  expYear: msg`Expiry year`,
  code: msg`Security code`,
};

export const KIND_WORDS: Record<ContentKind, MessageDescriptor> = {
  letter: msg`Letters`,
  login: msg`Log-ins`,
  note: msg`Notes`,
  file: msg`Files`,
};

/** A name that was taken became `url (2)`. */
export function useFieldWord(): (name: string) => string {
  const { _ } = useLingui();
  return (name) => {
    const base = name.replace(/ \(\d+\)$/, '');
    const known = Object.hasOwn(FIELD_WORDS, base) ? FIELD_WORDS[base] : undefined;
    return known ? `${_(known)}${name.slice(base.length)}` : name;
  };
}
