/**
 * Films and recordings with a single index for the whole file (MP4, MOV, as cameras and phones make), cut into parts
 * that a browser plays one after the other. Nothing is decoded.
 */
import {
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  NullTarget,
  Output,
  QTFF,
} from 'mediabunny';

/** A file that may have arrived only in part. Reading waits for missing bytes. */
export interface FilmBytes {
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface Film {
  /** With its codecs, as `addSourceBuffer` takes it. */
  type: string;
  seconds: number;
  /** The boxes of a fragmented MP4, from the last key frame before a time. */
  from(seconds: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** A track of the output, with the packets that are still to be added to it. */
interface OutputTrack {
  add(packet: EncodedPacket): Promise<void>;
  packets: AsyncGenerator<EncodedPacket, void>;
  next: EncodedPacket | undefined;
}

/** @returns a function that adds packets, or null if the output can't have the track */
async function addTrack(output: Output, track: InputTrack): Promise<OutputTrack['add'] | null> {
  if (track.isVideoTrack()) {
    const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
    if (!codec || !config) return null;
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { rotation: await track.getRotation() });
    return (packet) => source.add(packet, { decoderConfig: config });
  }
  if (!track.isAudioTrack()) return null;
  const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !config) return null;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return (packet) => source.add(packet, { decoderConfig: config });
}

async function packetsFrom(track: InputTrack, seconds: number): Promise<OutputTrack['packets']> {
  const sink = new EncodedPacketSink(track);
  return sink.packets((await sink.getKeyPacket(seconds)) ?? undefined);
}

const earliest = (tracks: readonly OutputTrack[]): OutputTrack | undefined =>
  tracks
    .filter(({ next }) => next)
    .sort((one, other) => one.next!.timestamp - other.next!.timestamp)
    .at(0);

async function* cut(tracks: readonly InputTrack[], seconds: number): ReturnType<Film['from']> {
  const boxes: Uint8Array<ArrayBuffer>[] = [];
  const keep = (box: Uint8Array) => void boxes.push(box.slice());
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    onFtyp: keep,
    onMoov: keep,
    onMoof: keep,
    onMdat: keep,
  });
  const output = new Output({ format, target: new NullTarget() });
  const outputTracks: OutputTrack[] = [];
  let start = seconds;
  for (const track of tracks) {
    const add = await addTrack(output, track);
    if (!add) continue;
    const packets = await packetsFrom(track, start);
    const next = (await packets.next()).value ?? undefined;
    // Sound begins where the picture does.
    start = next?.timestamp ?? start;
    outputTracks.push({ add, packets, next });
  }
  try {
    await output.start();
    for (let track = earliest(outputTracks); track; track = earliest(outputTracks)) {
      await track.add(track.next!);
      yield* boxes.splice(0);
      track.next = (await track.packets.next()).value ?? undefined;
    }
    await output.finalize();
    yield* boxes.splice(0);
  } finally {
    if (output.state !== 'finalized') await output.cancel();
  }
}

/** @returns null if it has no track that can be played in parts */
export async function openFilm({ size, read }: FilmBytes): Promise<Film | null> {
  const source = new CustomSource({ getSize: () => size, read });
  const input = new Input({ source, formats: [MP4, QTFF] });
  const picture = await input.getPrimaryVideoTrack();
  const sound = await input.getPrimaryAudioTrack();
  const tracks = [picture, sound].filter((track) => track !== null);
  const codecs = await Promise.all(tracks.map((track) => track.getCodecParameterString()));
  if (codecs.length === 0 || codecs.includes(null)) return null;
  return {
    type: `${picture ? 'video' : 'audio'}/mp4; codecs="${codecs.join(', ')}"`,
    seconds: await input.computeDuration(tracks),
    from: (seconds) => cut(tracks, seconds),
  };
}
