import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const EVERY_MS = 200;
/** Enough for a code that fills a third of the picture, and quick to search. */
const WIDTH = 640;

interface ScannerProps {
  onScanned(text: string): void;
  onClose(): void;
}

type Trouble = 'denied' | 'no_camera';

/** Looks for a QR code with the camera. Pictures never leave this page. */
export function Scanner({ onScanned, onClose }: ScannerProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef(onScanned);
  tell.current = onScanned;
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const canvas = document.createElement('canvas');
    async function start() {
      const [{ default: jsQR }, camera] = await Promise.all([
        import('jsqr'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ]);
      stream = camera;
      const element = video.current;
      if (isOver || !element) {
        stop();
        return;
      }
      element.srcObject = camera;
      await element.play();
      const paper = canvas.getContext('2d', { willReadFrequently: true });
      timer = setInterval(() => {
        const { videoWidth, videoHeight } = element;
        if (!paper || videoWidth === 0) return;
        canvas.width = Math.min(WIDTH, videoWidth);
        canvas.height = Math.round((canvas.width * videoHeight) / videoWidth);
        paper.drawImage(element, 0, 0, canvas.width, canvas.height);
        const { data, width, height } = paper.getImageData(0, 0, canvas.width, canvas.height);
        const found = jsQR(data, width, height);
        if (found?.data) tell.current(found.data);
      }, EVERY_MS);
    }
    function stop() {
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch((error: Error) => {
      if (!isOver) setTrouble(error.name === 'NotAllowedError' ? 'denied' : 'no_camera');
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  return (
    <div>
      {trouble === null ? (
        <>
          <p>
            <Trans>Hold the QR code of the number to compare in front of the camera.</Trans>
          </p>
          <video ref={video} className="camera" muted playsInline aria-label={t`Picture of the camera`} />
        </>
      ) : (
        <Notice look="problem" announced>
          <p>
            {trouble === 'denied' ? (
              <Trans>
                This page may not use the camera. Allow it in your browser, or type what you hear.
              </Trans>
            ) : (
              <Trans>No camera was found. Type what you hear or see instead.</Trans>
            )}
          </p>
        </Notice>
      )}
      <Button look="second" size="small" onPress={onClose}>
        <Trans>Type it instead</Trans>
      </Button>
    </div>
  );
}
