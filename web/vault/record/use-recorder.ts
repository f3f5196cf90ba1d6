/** Records with the camera or the microphone. */
import { useEffect, useRef, useState } from 'react';
import { keys } from '../../keys/keys.ts';
import { MOST_ATTACHED_BYTES } from '../too-large.tsx';

export type RecordingKind = 'film' | 'voice';

/** Something that was recorded. */
export interface Recorded {
  id: string;
  bytes: Blob;
  /** Without parameters. */
  type: string;
  /** Whether it ended because the camera or the microphone did. */
  wasCutOff: boolean;
  /** The entry that an earlier attempt to save it added. Undefined while the service can't be asked. */
  addedAs: string | null | undefined;
}

type RecorderState = 'asking' | 'ready' | 'recording' | 'paused' | 'refused' | 'no device';

interface Recorder {
  state: RecorderState;
  /** What the camera sees and the microphone hears. */
  stream: MediaStream | null;
  /** How long it is so far. */
  seconds: number;
  start(): void;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Asks for the camera again. */
  again(): void;
}

/** MP4 first, because every phone plays it. */
const TYPES: Record<RecordingKind, string[]> = {
  film: [
    'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
    'video/mp4;codecs=avc1.42E01F,opus',
    'video/mp4',
    'video/webm;codecs=vp8,opus',
    'video/webm',
  ],
  voice: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'],
};

/** 15 minutes of film take about 300 MB. */
const QUALITY = { videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 128_000 };
/** The length of a part. If the page closes, at most two or three parts are lost. */
const PART_MS = 2_000;
/** An MP4 part ends where a key frame begins. */
const KEY_FRAME_INTERVAL_MS = 1_000;
const SHOWN_EVERY_MS = 250;

const WANTED: Record<RecordingKind, MediaStreamConstraints> = {
  film: { audio: true, video: { facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 720 } } },
  voice: { audio: true },
};

/** Whether this browser records at all. */
export const canRecord = (): boolean =>
  'MediaRecorder' in globalThis && navigator.mediaDevices?.getUserMedia !== undefined;

/** @param onMade called once it has been stopped, when camera and microphone are off again */
export function useRecorder(kind: RecordingKind, onMade: (made: Recorded) => void): Recorder {
  const [state, setState] = useState<RecorderState>('asking');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const recorder = useRef<MediaRecorder | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to ask again
  useEffect(() => {
    let mine: MediaStream | null = null;
    let isOver = false;
    const off = () => {
      for (const track of mine?.getTracks() ?? []) track.stop();
    };
    /** If the camera or the microphone is unplugged or taken away, a recorder would go on without it. */
    const lose = () => {
      const current = recorder.current;
      if (!current) {
        off();
        setState('no device');
      } else if (current.state !== 'inactive') current.stop();
    };
    navigator.mediaDevices.getUserMedia(WANTED[kind]).then(
      (given) => {
        mine = given;
        if (isOver) return off();
        for (const track of given.getTracks()) {
          track.onended = lose;
          // The system takes the camera or the microphone away for a while, as for a call.
          track.onmute = pause;
        }
        setStream(given);
        setState('ready');
      },
      (error: Error) => {
        if (!isOver) setState(error.name === 'NotAllowedError' ? 'refused' : 'no device');
      },
    );
    return () => {
      isOver = true;
      const last = recorder.current;
      if (last && last.state !== 'inactive') {
        // The page is being left: the parts that were kept wait here for the next time.
        last.onstop = null;
        last.stop();
      }
      off();
    };
  }, [kind, attempt]);

  useEffect(() => {
    if (state !== 'recording') return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = (now - last) / 1_000;
      last = now;
      setSeconds((before) => before + passed);
    }, SHOWN_EVERY_MS);
    return () => clearInterval(timer);
  }, [state]);

  function pause(): void {
    if (recorder.current?.state !== 'recording') return;
    recorder.current.pause();
    setState('paused');
  }

  function start(): void {
    if (!stream) return;
    const mimeType = TYPES[kind].find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
    const options = { mimeType, ...QUALITY, videoKeyFrameIntervalDuration: KEY_FRAME_INTERVAL_MS };
    let current: MediaRecorder;
    try {
      current = new MediaRecorder(stream, options);
      current.start(PART_MS);
    } catch {
      for (const track of stream.getTracks()) track.stop();
      setState('no device');
      return;
    }
    const id = crypto.randomUUID();
    const [type = ''] = current.mimeType.split(';');
    const parts: Blob[] = [];
    let size = 0;
    // Parts that can't be kept are still in the page.
    let kept = keys.beginRecording({ id, type, at: Date.now() }).catch(() => {});
    current.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      const at = parts.push(data) - 1;
      size += data.size;
      kept = kept.then(() => keys.keepPart({ id, at, part: data })).catch(() => {});
      if (size > MOST_ATTACHED_BYTES * 0.99 && current.state !== 'inactive') current.stop();
    };
    current.onstop = () => {
      const tracks = stream.getTracks();
      const wasCutOff = tracks.some(({ readyState }) => readyState === 'ended');
      for (const track of tracks) track.stop();
      onMade({ id, type, bytes: new Blob(parts, { type }), wasCutOff, addedAs: null });
    };
    recorder.current = current;
    setSeconds(0);
    setState('recording');
  }

  return {
    state,
    stream,
    seconds,
    start,
    pause,
    resume() {
      recorder.current?.resume();
      setState('recording');
    },
    stop: () => recorder.current?.stop(),
    again() {
      setState('asking');
      setAttempt(attempt + 1);
    },
  };
}
