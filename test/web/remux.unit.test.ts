/** Films with one index for all of them, cut into parts while they arrive. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { arrivedBytes } from '../../web/entries/arrived-bytes.ts';
import { type Film, openFilm } from '../../web/entries/remux.ts';
import { phoneFilm } from '../support/media/phone-film.ts';

const SECONDS = 60;

/** A film that arrives a piece at a time. */
function arriving(film: Uint8Array<ArrayBuffer>) {
  const requestedOffsets: number[] = [];
  const bytes = arrivedBytes(film.length, (from) => {
    requestedOffsets.push(from);
    bytes.addTail(film.subarray(from));
  });
  let arrived = 0;
  const arrive = (end: number) => {
    bytes.add(new Blob([film.subarray(arrived, end)]));
    arrived = end;
  };
  return { bytes, requestedOffsets, arrive };
}

async function allOf(parts: ReturnType<Film['from']>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** How many pictures and sounds are in it, and when they begin and end. */
async function contents(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const tracks = await input.getTracks();
  return Promise.all(
    tracks.map(async (track) => {
      let [packets, size] = [0, 0];
      for await (const packet of new EncodedPacketSink(track).packets()) {
        packets += 1;
        size += packet.byteLength;
      }
      const [start, end] = [await track.getFirstTimestamp(), await track.computeDuration()];
      return { packets, size, start, end };
    }),
  );
}

test.each(['start', 'end'] as const)(
  'a film with its index at the %s is cut from its first piece on, with nothing lost or changed',
  async (index) => {
    const whole = await phoneFilm(SECONDS, index);
    const { bytes, requestedOffsets, arrive } = arriving(whole);
    const opening = openFilm(bytes);
    arrive(150_000);
    const film = (await opening)!;
    expect(film.type).toMatch(/^video\/mp4; codecs="avc1\.[0-9a-f]{6}, mp4a\.40\.2"$/);
    expect(film.seconds).toBeCloseTo(SECONDS, 0);
    expect(requestedOffsets).toHaveLength(index === 'end' ? 1 : 0);
    if (index === 'end') expect(whole.length - requestedOffsets[0]!).toBeLessThan(whole.length / 8);

    const parts = film.from(0);
    const first: Uint8Array[] = [];
    for (let i = 0; i < 6; i++) first.push((await parts.next()).value!);
    arrive(whole.length);
    const cut = await contents(Buffer.concat([...first, await allOf(parts)]));
    const before = await contents(whole);
    expect(cut.map(({ packets, size }) => ({ packets, size }))).toEqual(
      before.map(({ packets, size }) => ({ packets, size })),
    );
    for (const [i, { start, end }] of cut.entries()) {
      expect(Math.abs(start - before[i]!.start)).toBeLessThan(0.1);
      expect(Math.abs(end - before[i]!.end)).toBeLessThan(0.1);
    }
  },
);

test('a film goes on from where its viewer wants it to, and nobody reads ahead of them', async () => {
  const whole = await phoneFilm(SECONDS, 'start');
  let furthest = 0;
  const read = async (start: number, end: number) => {
    furthest = Math.max(furthest, end);
    return whole.subarray(start, end);
  };
  const film = (await openFilm({ size: whole.length, read }))!;
  const parts = film.from(20.5);
  for (let i = 0; i < 4; i++) await parts.next();
  for (let i = 0; i < 10; i++) await setImmediate();
  expect(furthest).toBeLessThan(whole.length / 2);
  await parts.return();
  for (const { start, end } of await contents(await allOf(film.from(20.5)))) {
    expect(start).toBeGreaterThan(19.8);
    expect(start).toBeLessThan(20.2);
    expect(end).toBeGreaterThan(SECONDS - 1);
  }
});

test('a file that is not a film is refused', async () => {
  const bytes = Buffer.alloc(100_000, 'no film');
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  await expect(openFilm({ size: bytes.length, read })).rejects.toThrow();
});
