import type { RestorationReason } from '../../db/entities/restoration.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { effectiveQuorum, silenceStart } from '../../switch/state.ts';
import { mailKind } from '../kind.ts';
import { de } from './restored/de.ts';
import { en } from './restored/en.ts';
import type { RestoredFacts } from './restored/facts.ts';

/** To every owner after a restored backup: which moment their data are from, and what to check. */
export const restored = mailKind<RestoredFacts>({
  async facts({ em, ownerName: name, due, frontendUrl }, { userId, data }) {
    const found = await due();
    const owner = await em.findOne(User, { id: userId }, { refresh: true });
    if (!found || !owner) return null;
    const { state } = found.loaded;
    const { status, settings, pausedUntil } = state;
    const reason = data.reason as RestorationReason;
    const restoredAt = new Date(Number(data.restoredAt));
    const successors = await em.find(
      Successor,
      { userId },
      { refresh: true, orderBy: { createdAt: 'asc', id: 'asc' } },
    );
    // They may have come back with an earlier backup, about which nobody was told before this one was restored.
    const isBack = ({ returnedAt }: { returnedAt?: Date | null | undefined }) => returnedAt != null;
    const present = successors.filter((each) => !each.optedOutAt && !isBack(each));
    const names = (some: typeof successors) => some.map((each) => each.name);
    return {
      name,
      isStandby: reason === 'timeline',
      restoredAt,
      knownUntil: data.knownUntil === undefined ? null : new Date(Number(data.knownUntil)),
      accountReturned: isBack(owner),
      confirmed: names(present.filter(({ verifiedAt }) => verifiedAt)),
      unconfirmed: names(present.filter(({ verifiedAt }) => !verifiedAt)),
      returned: names(successors.filter(isBack)),
      status,
      pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
      thresholdDays: settings.thresholdDays,
      quorum: effectiveQuorum(state),
      countsFrom: new Date(silenceStart(state)),
      link: `${frontendUrl}/`,
    };
  },
  words: { en, de },
});
