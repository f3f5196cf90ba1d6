import { route } from '../../http/route.ts';
import { lockSuccessors } from '../../successors/owned.ts';
import { presentSuccessors } from '../../successors/present.ts';
import { storeShares } from '../../successors/shares.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { SHARES_BODY_LIMIT, Shares, SharesStored } from './schema.ts';

export const writeShares = route('PUT /successors/shares', {
  name: 'storeShares',
  summary: 'Store new shares for all successors with a pinned key, and the quorum',
  description:
    'Send one share for each successor with a pinned key. The other successors get none, and nobody has to wait ' +
    'for them. Once you pin another key, the shares are stale: make new ones. The threshold becomes the quorum ' +
    'of the switch, which then takes that many holders of shares to release the vault, or all who are left. A ' +
    'lower quorum, or replacing existing shares, needs a confirmed session. All or nothing. Envelopes of a ' +
    'successor whose share changes are stale from then on (`envelopeStale`), so send shares first, or everything ' +
    'at once with `POST /vault/rotate`.',
  access: 'session',
  body: Shares,
  bodyLimit: SHARES_BODY_LIMIT,
  responses: { 200: SharesStored },
  errors: [...CHECK_IN_FIRST, 'confirmation_required'],
  async handler({ body, ...context }) {
    const { em, caller } = context;
    await lockSuccessors(em, caller);
    await storeShares(context, body);
    const { id: userId } = caller.user;
    return {
      body: {
        message: 'The shares have been stored.',
        threshold: body.threshold,
        successors: await presentSuccessors(em, userId),
      },
    };
  },
});
