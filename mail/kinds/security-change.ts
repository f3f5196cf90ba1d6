import { mailKind } from '../kind.ts';
import { deviceIn } from '../layout/device.ts';
import { type ChangeDetails, LOG_IN, pageFor, type SecurityChange } from './security-change/change-text.ts';
import { de } from './security-change/de.ts';
import { en } from './security-change/en.ts';

/**
 * To an owner whose switch or account was weakened: what changed, when and from where, and what to do if it was someone
 * else.
 */
export const securityChange = mailKind<SecurityChange>({
  async facts({ ownerName: name, frontendUrl, logInLink }, mail) {
    const { at, ipAddress = '', successorName = '', ...changes } = mail.data;
    const page = pageFor(changes as ChangeDetails);
    return {
      name,
      changes: changes as ChangeDetails,
      successorName: String(successorName),
      at: new Date(Number(at)),
      device: deviceIn(mail.data),
      ipAddress: String(ipAddress),
      link: page === LOG_IN ? logInLink : page && `${frontendUrl}${page}`,
    };
  },
  words: { en, de },
});
