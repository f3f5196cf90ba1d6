/** A file of an entry, shown within the page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { type RefCallback, type SyntheticEvent, useRef } from 'react';
import type { AttachedFile } from '../../crypto/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import type { MediaKind } from './media.ts';
import { useOpenedFile } from './use-opened-file.ts';

interface ShownFileProps {
  file: AttachedFile;
  token: string | null;
  mediaKind: MediaKind;
}

export function ShownFile({ file, token, mediaKind }: ShownFileProps) {
  const { t } = useLingui();
  const opened = useOpenedFile(file, token, mediaKind);
  const { name } = file;
  if (opened.state === 'opening') {
    return <Progress label={t`Opening ${name}`} done={opened.done} total={opened.total} />;
  }
  if (opened.state === 'failed') {
    return (
      <>
        {opened.wasShown && (
          <Notice look="problem">
            <Trans>
              We’ve stopped playing “{name}”: the rest of it is missing or isn’t what was stored. So don’t
              rely on what you’ve seen or heard.
            </Trans>
          </Notice>
        )}
        <ProblemNotice error={opened.error} onTryAgain={opened.tryAgain} />
      </>
    );
  }
  if (opened.state === 'other') {
    return (
      <Notice>
        <Trans>We can’t show “{name}” here. You can save it.</Trans>
      </Notice>
    );
  }
  if (mediaKind === 'picture') return <img className="preview" src={opened.url} alt={name} />;
  if (mediaKind === 'paper') {
    return (
      <ButtonLink look="second" size="small" href={opened.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={18} />
        <Trans>Open “{name}” in a new tab</Trans>
      </ButtonLink>
    );
  }
  return (
    <>
      <MediaPlayer
        url={opened.url}
        player={opened.player}
        isArriving={opened.state === 'arriving'}
        name={name}
        mediaKind={mediaKind}
      />
      {opened.state === 'arriving' && (
        <Progress label={t`Opening ${name}`} done={opened.done} total={opened.total} />
      )}
    </>
  );
}

interface MediaPlayerProps {
  url: string;
  player: RefCallback<HTMLMediaElement>;
  /** Whether there is more to come. */
  isArriving: boolean;
  name: string;
  mediaKind: MediaKind;
}

/** A film or a recording. It goes on where it was when its address changes, as happens once all of it has arrived. */
function MediaPlayer({ url, player, isArriving, name, mediaKind }: MediaPlayerProps) {
  const at = useRef({ seconds: 0, isPlaying: false });
  const shared = {
    ref: player,
    className: 'preview',
    // No other device can show a film that this page is still receiving. iPhones require this to be set in advance.
    disableRemotePlayback: isArriving,
    src: url,
    controls: true,
    'aria-label': name,
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      const { currentTime, paused, readyState } = currentTarget;
      // An element with a new address begins at its start.
      if (readyState !== HTMLMediaElement.HAVE_NOTHING)
        at.current = { seconds: currentTime, isPlaying: !paused };
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      const { seconds, isPlaying } = at.current;
      if (seconds === 0) return;
      currentTarget.currentTime = seconds;
      if (isPlaying) void currentTarget.play();
    },
  };
  // Nobody has written down what is said in it, so there are no captions.
  if (mediaKind === 'sound') return <audio {...shared} />;
  return <video {...shared} playsInline />;
}
