/** Files on their way to the service. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Problem } from '../../client/problem.ts';
import { useProblem } from '../api/sentences.ts';
import { keys, onUploads, uploads } from '../keys/keys.ts';
import type { Upload } from '../keys/uploads.ts';
import { useHoldingFiles } from '../keys/use-holding-files.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { openedEntry } from './opened.ts';
import { useSize } from './sizes.ts';

export const useUploads = (): readonly Upload[] => useSyncExternalStore(onUploads, uploads);

/** Such as `5 minutes`. */
function inTime(seconds: number, locale: string): string {
  const [unit, value] =
    seconds < 90
      ? ['second', seconds]
      : seconds < 90 * 60
        ? ['minute', seconds / 60]
        : ['hour', seconds / 3_600];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${unit}`,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.round(Number(value))));
}

/** How far one file is. */
export function UploadState({ upload }: { upload: Upload }) {
  const { t, i18n } = useLingui();
  const size = useSize();
  const sentence = useProblem();
  const { fileId, entryId, done, total, bytesPerSecond, secondsLeft, problem, isOffline } = upload;
  if (problem !== null) {
    const files = openedEntry(entryId)?.content?.files?.filter(({ id }) => id === fileId) ?? [];
    return (
      <Notice look="problem" announced>
        <p>
          {problem === 'file_not_kept' ? <NotHere /> : sentence(new Problem({ code: problem, status: 0 }))}
        </p>
        {problem !== 'file_not_kept' && (
          <Button look="second" size="small" onPress={() => void keys.uploadAgain({ entryId, files })}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Notice>
    );
  }
  const speed = size(bytesPerSecond);
  const left = secondsLeft === null ? null : inTime(secondsLeft, i18n.locale);
  return (
    <div className="upload">
      <Progress label={done === 0 ? t`Waiting for its turn` : t`Sending`} done={done} total={total} />
      <p className="quiet">
        {isOffline ? (
          <Trans>No connection. We’ll continue as soon as it’s back.</Trans>
        ) : (
          done > 0 &&
          left !== null && (
            <Trans>
              {speed} a second, about {left} left
            </Trans>
          )
        )}
      </p>
    </div>
  );
}

/** What to do about a file that is neither at the service nor here. */
export const NotHere = () => (
  <Trans>
    This file wasn’t sent completely, and what’s missing isn’t on this device. Open your vault on the device
    where you added it to continue, or remove it here and add it again.
  </Trans>
);

/** Says above the list that files are being sent, and that closing the tab is safe, unless the frame warns of it. */
export function UploadsNotice() {
  const { t } = useLingui();
  const isHolding = useHoldingFiles();
  const all = useUploads().filter(({ problem }) => problem === null);
  if (all.length === 0) return null;
  const done = all.reduce((sum, each) => sum + each.done, 0);
  const total = all.reduce((sum, each) => sum + each.total, 0);
  return (
    <Notice title={<Plural value={all.length} one="Sending # file" other="Sending # files" />}>
      <Progress label={t`Sent`} done={done} total={total} />
      {!isHolding && (
        <p className="quiet">
          <Trans>
            You can close this page: we’ll continue where we left off the next time you open your vault in
            this browser.
          </Trans>
        </p>
      )}
    </Notice>
  );
}
