/** What is wrong by the list that the owner signed: for the page, and for a copy that is read years later. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CryptoError } from '../../crypto/errors.ts';
import { useProblem } from '../api/sentences.ts';
import type { OpenedAccess } from '../keys/tasks/successor.ts';
import { useMoments } from '../ui/moment.tsx';

export interface ListWarning {
  look: 'calm' | 'problem';
  title?: string;
  text: string;
  /** The missing entries. */
  items?: { id: string; text: string }[];
}

export function useListWarnings(left: OpenedAccess): ListWarning[] {
  const { t } = useLingui();
  const moment = useMoments();
  const sentence = useProblem();
  const { ownerName, rehearsal, list, listRefused, isOld } = left;
  // It has no list.
  if (rehearsal) return [];
  const warnings: ListWarning[] = [];
  if (listRefused)
    warnings.push({
      look: 'problem',
      text:
        listRefused === 'format_unknown'
          ? sentence(new CryptoError(listRefused))
          : t`The list of what ${ownerName} left to you isn’t genuine. So nobody can tell whether something is missing, or has been replaced by an older version. Ask the people who run this service.`,
    });
  else if (!list)
    warnings.push({
      look: 'calm',
      text: t`There’s no signed list of what ${ownerName} left to you. So nobody can tell whether something is missing, or has been replaced by an older version.`,
    });
  const missing = list?.missing ?? [];
  if (missing.length > 0)
    warnings.push({
      look: 'problem',
      title: t`${plural(missing.length, {
        one: 'One entry on the list is missing here',
        other: '# entries on the list are missing here',
      })}`,
      text: t`${ownerName} may have removed it after signing the list, or the service is keeping it from you.`,
      items: missing.map(({ id, changedAt }) => {
        const changed = moment(changedAt, 'short moment');
        return { id, text: t`The entry last changed on ${changed}` };
      }),
    });
  if (isOld)
    warnings.push({
      look: 'problem',
      text: t`This device has seen a newer version of what ${ownerName} left to you. A backup may have been restored, or something is being kept from you. Ask the people who run this service.`,
    });
  return warnings;
}
