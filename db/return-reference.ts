/**
 * The signed reference that a mail carries in its return address. A report that it came back names it, and only we can
 * make one. Each attempt has its own, so that a report can't take back a later acceptance of the same mail.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretList } from './secret-list.ts';

export interface ReturnReferences {
  /** The reference of one attempt to send a mail: safe in the local part of an address, in upper or lower case. */
  of(mailId: string, attempt: number): string;
  /** Whether a reference is that of this attempt. */
  isOf(reference: string, mailId: string, attempt: number): boolean;
}

const MAC_BYTES = 8;
const REFERENCE = /(?<![0-9a-f])[0-9a-f]{32}-[0-9a-f]{16}(?![0-9a-f])/gi;

/** @param secrets in base64: the one that signs, and those that are still accepted */
export function returnReferences(secrets: SecretList): ReturnReferences {
  const signed = (mailId: string, attempt: number, secret: string) => {
    const mac = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`return ${mailId} ${attempt}`)
      .digest();
    return `${mailId.replaceAll('-', '')}-${mac.subarray(0, MAC_BYTES).toString('hex')}`;
  };
  return {
    of: (mailId, attempt) => signed(mailId, attempt, secrets[0]),
    isOf(reference, mailId, attempt) {
      const given = Buffer.from(reference.toLowerCase());
      return secrets.some((secret) => {
        const ours = Buffer.from(signed(mailId, attempt, secret));
        return given.length === ours.length && timingSafeEqual(given, ours);
      });
    },
  };
}

/** A report is about one mail of ours. Servers on its way may have added trace IDs that look the same. */
const MOST_REFERENCES = 20;

/** The first texts that look like references, each once. They are checked against the mail that they name. */
export const referencesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(REFERENCE)].map(([found]) => found.toLowerCase()))].slice(0, MOST_REFERENCES);

/** The ID of the mail that a reference names. */
export const mailIdIn = (reference: string): string =>
  reference.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
