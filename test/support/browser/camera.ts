/** A camera for Chromium that sees what a test shows it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';

const [WIDTH, HEIGHT] = [320, 240];
const [DARK, LIGHT, GREY] = [16, 235, 128];

export interface FakeCamera {
  /** For Chromium, which plays the video from its beginning each time a page opens the camera. */
  args: string[];
  /** One picture a second, over and over: the QR code of each text. */
  shows(...texts: string[]): Promise<void>;
  remove(): Promise<void>;
}

/** The QR code in the middle of a picture, as the brightness of each point. */
function pictureOf(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const scale = Math.floor(HEIGHT / size);
  const [left, top] = [(WIDTH - size * scale) >> 1, (HEIGHT - size * scale) >> 1];
  const picture = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isDark) picture[(top + y) * WIDTH + left + x] = DARK;
    }
  }
  return picture;
}

/** As YUV4MPEG2, which Chromium plays: brightness first, and then two planes of colour. */
function videoOf(texts: readonly string[]): Buffer {
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const frames = texts.flatMap((text) => [Buffer.from('FRAME\n'), pictureOf(text), colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F1:1 Ip A1:1 C420\n`), ...frames]);
}

/** Chromium's own camera and microphone: a picture that moves, and a tone. */
export const MOVING_CAMERA: Pick<FakeCamera, 'args'> = {
  // Without a window nobody can be asked, so permission is granted.
  args: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
};

export async function fakeCamera(): Promise<FakeCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'));
  const video = join(folder, 'video.y4m');
  return {
    args: [...MOVING_CAMERA.args, `--use-file-for-fake-video-capture=${video}`],
    shows: (...texts) => writeFile(video, videoOf(texts)),
    remove: () => rm(folder, { recursive: true }),
  };
}
