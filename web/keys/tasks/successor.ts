/** What a successor's kit is needed for. A successor has no account, and their keys are held for one task only. */
import { comparison, createKit, type Kit } from '../../../crypto/index.ts';

/** A new kit. Its code is for the paper, and goes nowhere else. */
export const makeKit = ({ ownerKey }: { ownerKey: string }): Promise<Kit> => createKit(ownerKey);

/** What a successor with a kit reads to the owner. */
export const compareKit = (keys: { publicKey: string; ownerKey: string }): Promise<string> =>
  comparison(keys.publicKey, keys.ownerKey);
