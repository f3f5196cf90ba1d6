/** In place of a form while a page that was left is still saving what was written there: see `useStillSaving`. */
import { Trans } from '@lingui/react/macro';
import { Loading } from '../ui/loading.tsx';

export const StillSaving = () => (
  <>
    <p>
      <Trans>Your earlier changes here are still being saved.</Trans>
    </p>
    <Loading />
  </>
);
