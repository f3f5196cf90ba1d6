/** Films as phones make them: H.264 and AAC in an MP4 with one index for all of it. */
import { readFile } from 'node:fs/promises';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** One second of a moving picture with a tone, made by FFmpeg (`-f lavfi -i testsrc2 -i sine`). */
const SECOND = new URL('second.mp4', import.meta.url);

async function packetsOf(sink: EncodedPacketSink): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of sink.packets()) packets.push(packet);
  return packets.filter(({ timestamp }) => timestamp >= 0 && timestamp < 1);
}

/** A second that repeats: about 14 kB each. @param index where the index is; phones write it at the end */
export async function phoneFilm(seconds: number, index: 'start' | 'end'): Promise<Buffer<ArrayBuffer>> {
  const input = new Input({ source: new BufferSource(await readFile(SECOND)), formats: [MP4] });
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const target = new BufferTarget();
  const format = new Mp4OutputFormat({ fastStart: index === 'start' ? 'in-memory' : false });
  const output = new Output({ format, target });
  const [pictures, sounds] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sounds);
  const inPicture = { decoderConfig: (await picture!.getDecoderConfig())! };
  const inSound = { decoderConfig: (await sound!.getDecoderConfig())! };
  const seen = await packetsOf(new EncodedPacketSink(picture!));
  const heard = await packetsOf(new EncodedPacketSink(sound!));
  await output.start();
  for (let at = 0; at < seconds; at++) {
    const moved = (packet: EncodedPacket) => packet.clone({ timestamp: packet.timestamp + at });
    for (const packet of seen) await pictures.add(moved(packet), inPicture);
    for (const packet of heard) await sounds.add(moved(packet), inSound);
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}
