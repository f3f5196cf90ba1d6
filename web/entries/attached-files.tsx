/** The files of an entry: pictures as an album, others in a list, each to be shown and saved. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileText, Play, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AttachedFile } from '../../crypto/index.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useSize } from '../vault/sizes.ts';
import { type MediaKind, mediaKindOf } from './media.ts';
import { saveAttached } from './save-attached.ts';
import { ShownFile } from './shown-file.tsx';
import './attached-files.css';

interface AttachedFilesProps {
  files: readonly AttachedFile[] | undefined;
  /** The token of a successor's link. Null for the owner. */
  token: string | null;
  /** More about a file, such as how far its upload is. It can be opened if `isStored`. */
  about?: (file: AttachedFile) => { isStored: boolean; more: ReactNode };
}

/** Larger pictures are shown when the reader asks for them. */
const SHOWN_AT_ONCE = 12_000_000;

const STORED = { isStored: true, more: null };

export function AttachedFiles({ files = [], token, about = () => STORED }: AttachedFilesProps) {
  const { t } = useLingui();
  if (files.length === 0) return null;
  return (
    <ul className="bare attached-files" aria-label={t`Files of this entry`}>
      {files.map((file) => {
        const { isStored, more } = about(file);
        return <OneFile key={file.id} file={file} token={token} isStored={isStored} more={more} />;
      })}
    </ul>
  );
}

interface OneFileProps {
  file: AttachedFile;
  token: string | null;
  isStored: boolean;
  more: ReactNode;
}

function OneFile({ file, token, isStored, more }: OneFileProps) {
  const { t } = useLingui();
  const size = useSize();
  const { name } = file;
  const mediaKind = mediaKindOf(file.type);
  const isAlbum = mediaKind === 'picture' && file.size <= SHOWN_AT_ONCE;
  const [isShown, show] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(place);
  return (
    <li ref={place} className={isAlbum ? 'picture' : ''}>
      {mediaKind && isStored && (isAlbum ? isNear : isShown) && (
        <ShownFile file={file} token={token} mediaKind={mediaKind} />
      )}
      <div className="value-line">
        <span className="value">
          {name} <span className="quiet">{size(file.size)}</span>
        </span>
        {isStored && mediaKind && !isAlbum && (
          <Button
            look="second"
            size="small"
            onPress={() => show(!isShown)}
            aria-label={
              isShown ? t`Close ${name}` : mediaKind === 'paper' ? t`Open ${name}` : t`Play ${name}`
            }
          >
            <ShowWord mediaKind={mediaKind} isShown={isShown} />
          </Button>
        )}
        {isStored && <SaveAttached file={file} token={token} />}
        {more}
      </div>
    </li>
  );
}

function ShowWord({ mediaKind, isShown }: { mediaKind: MediaKind; isShown: boolean }) {
  if (isShown) {
    return (
      <>
        <X aria-hidden="true" size={18} />
        <Trans>Close</Trans>
      </>
    );
  }
  if (mediaKind === 'sound' || mediaKind === 'film') {
    return (
      <>
        <Play aria-hidden="true" size={18} />
        <Trans>Play</Trans>
      </>
    );
  }
  return (
    <>
      <FileText aria-hidden="true" size={18} />
      <Trans>Open</Trans>
    </>
  );
}

function SaveAttached({ file, token }: Pick<OneFileProps, 'file' | 'token'>) {
  const { t } = useLingui();
  const { name } = file;
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { run, isPending, error } = useTask(async () => {
    try {
      return await saveAttached(file, token, (done, total) => setProgress({ done, total }));
    } finally {
      setProgress(null);
    }
  });
  return (
    <>
      <Button look="second" size="small" isPending={isPending} onPress={run} aria-label={t`Save ${name}`}>
        <Download aria-hidden="true" size={18} />
        <Trans>Save</Trans>
      </Button>
      {(progress || error !== null) && (
        <div className="whole-line">
          {progress && <Progress label={t`Opening ${name}`} {...progress} />}
          <ProblemNotice error={error} />
        </div>
      )}
    </>
  );
}

/** Whether the reader has scrolled near the element. Once true, it stays so. */
function useIsNear(place: React.RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: '50%' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
