import { Mail } from '../../db/entities/mail.ts';
import { mailKind } from '../kind.ts';
import { deviceIn } from '../layout/device.ts';
import { type ChangeDetails, type GatheredChanges, LOG_IN, pageFor } from './security-change/change-text.ts';
import { deSummary } from './security-change/de.ts';
import { enSummary } from './security-change/en.ts';

/** To an owner who weakened their switch on a device that they had used before: all changes of a few minutes. */
export const changeSummary = mailKind<GatheredChanges>({
  async facts({ em, ownerName: name, frontendUrl, logInLink }, { id }) {
    // Changes are added until a worker has claimed the mail, and it may have read the row before.
    const { data } = await em.findOneOrFail(Mail, { id }, { refresh: true });
    const { at, ipAddress = '' } = data;
    const changes = data.changes as readonly ChangeDetails[];
    return {
      name,
      changes: changes.map(({ successorName = '', ...each }) => ({
        changes: each,
        successorName: String(successorName),
      })),
      at: new Date(Number(at)),
      device: deviceIn(data),
      ipAddress: String(ipAddress),
      link: changes.some((each) => pageFor(each) === LOG_IN) ? logInLink : `${frontendUrl}/account/password`,
    };
  },
  words: { en: enSummary, de: deSummary },
});
