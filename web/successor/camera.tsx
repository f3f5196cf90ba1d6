/** Reading the code with the camera. Whatever goes wrong, the code can still be typed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type ReadSheet, sheetInPicture } from './read-sheet.ts';

/** Often enough to feel immediate, seldom enough for an old telephone. */
const LOOK_EVERY_MS = 250;

export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

interface CameraProps {
  onFound(sheet: ReadSheet): void;
  onClose(): void;
}

export function Camera({ onFound, onClose }: CameraProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look() {
      const element = video.current;
      if (isOver || !element) return;
      const { videoWidth: width, videoHeight: height } = element;
      const sheet = width > 0 ? await sheetInPicture(element, { width, height }) : null;
      if (isOver) return;
      if (sheet) found.current(sheet);
      else timer = setTimeout(look, LOOK_EVERY_MS);
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch((error: Error) => {
      if (!isOver) setRefused(error.name);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);

  if (refused !== null) {
    return (
      <Notice announced>
        <p>
          {refused === 'NotAllowedError' ? (
            <Trans>
              Your browser doesn’t let this page use the camera. You can allow it in the browser’s settings,
              choose a photo of the sheet, or simply type the code.
            </Trans>
          ) : (
            <Trans>
              The camera can’t be used here. Choose a photo of the sheet, or simply type the code.
            </Trans>
          )}
        </p>
      </Notice>
    );
  }
  return (
    <div className="camera">
      <video ref={video} playsInline muted aria-label={t`What the camera sees`} />
      <p role="status">
        <Trans>Hold the square pattern of your sheet in front of the camera.</Trans>
      </p>
      <Button look="second" size="small" onPress={onClose}>
        <Trans>Stop the camera</Trans>
      </Button>
    </div>
  );
}
