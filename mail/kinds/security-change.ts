import { mailKind } from '../kind.ts';
import { deviceIn } from '../layout/device.ts';
import { de } from './security-change/de.ts';
import { en } from './security-change/en.ts';
import type { Changes, SecurityChange } from './security-change/told.ts';

/** To an owner whose switch or account was weakened: what, when, from where, and how to undo it. */
export const securityChange = mailKind<SecurityChange>({
  async facts({ ownerName: name, frontendUrl }, mail) {
    const { at, ipAddress = '', successorName = '', ...changes } = mail.data;
    return {
      name,
      changes: changes as Changes,
      successorName: String(successorName),
      at: new Date(Number(at)),
      device: deviceIn(mail.data),
      ipAddress: String(ipAddress),
      link: `${frontendUrl}/`,
    };
  },
  words: { en, de },
});
