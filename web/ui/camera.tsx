/** Looks for a QR code with the camera. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { textInPicture } from './qr-reader.ts';

/** Often enough to feel immediate, but not too often for an old phone. */
const LOOK_EVERY_MS = 250;

export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

interface CameraProps {
  /** What to hold up to the camera. */
  children: ReactNode;
  /** What to do if the camera can't be used. */
  otherwise: ReactNode;
  /** @returns whether that was the code to look for */
  onText(text: string): boolean | Promise<boolean>;
}

type CameraProblem = { why: 'refused' | 'no camera' } | { why: 'not loaded'; error: unknown };

export function Camera({ children, otherwise, onText }: CameraProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onText);
  take.current = onText;
  const [trouble, setTrouble] = useState<CameraProblem | null>(null);
  const isOn = trouble === null;

  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(): Promise<void> {
      const element = video.current;
      if (isOver || !element) return;
      const { videoWidth: width, videoHeight: height } = element;
      const text = width > 0 ? await textInPicture(element, { width, height }) : null;
      if (isOver || (text !== null && (await take.current(text)))) return;
      timer = setTimeout(() => look().catch(fail), LOOK_EVERY_MS);
    }
    async function start(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        await video.current.play();
        video.current?.scrollIntoView({ block: 'nearest' });
      } catch (error) {
        const isRefused = (error as Error).name === 'NotAllowedError';
        if (!isOver) setTrouble({ why: isRefused ? 'refused' : 'no camera' });
        return;
      }
      await look();
    }
    function fail(error: unknown): void {
      if (!isOver) setTrouble({ why: 'not loaded', error });
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch(fail);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [isOn]);

  const tryAgain = () => setTrouble(null);
  if (trouble?.why === 'not loaded') return <ProblemNotice error={trouble.error} onTryAgain={tryAgain} />;
  if (trouble) {
    return (
      <Notice announced>
        <p>
          {trouble.why === 'refused' ? (
            <Trans>
              Your browser isn’t letting this page use the camera. You can change that in its settings.
            </Trans>
          ) : (
            <Trans>The camera can’t be used here.</Trans>
          )}{' '}
          {otherwise}
        </p>
        <Button look="second" size="small" onPress={tryAgain}>
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    );
  }
  return (
    <div className="camera">
      <p role="status">{children}</p>
      <video ref={video} playsInline muted aria-label={t`Camera view`} />
    </div>
  );
}
