import { Plural, Trans } from '@lingui/react/macro';
import { Loading } from '../ui/loading.tsx';

/** Shown while the entries are being read and opened. */
export const Opening = ({ done }: { done: number }) => (
  <div className="opening">
    <Loading />
    <p className="quiet" aria-live="off">
      {done === 0 ? (
        <Trans>Opening your vault …</Trans>
      ) : (
        <Plural value={done} one="# entry opened" other="# entries opened" />
      )}
    </p>
  </div>
);
