/** Archives are read where they lie, and a hostile one opens nothing else. */
import { expect, test } from '@jest/globals';
import { makeZip } from 'client-zip';
import { zipSync } from 'fflate';
import { openChosen } from '../../client/import/with-files.ts';
import { openZip } from '../../client/import/zip.ts';

const text = async (blob: Blob | null | undefined): Promise<string | undefined> => blob?.text();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const EXPORT = 'vault-decrypted-2026-11-27.json';

/** As the page writes one. */
const ours = (): Promise<Blob> =>
  new Response(
    makeZip([
      { name: 'Files/Großvater.mp4', input: new Blob(['a film']) },
      { name: EXPORT, input: new Blob(['{}']) },
    ]) as ReadableStream<Uint8Array<ArrayBuffer>>,
  ).blob();

test('an archive of ours gives its export, and files by their names', async () => {
  const chosen = await openChosen([{ name: 'any name.zip', bytes: await ours() }]);
  expect(await text(chosen?.document)).toBe('{}');
  expect(await text(await chosen?.find('Großvater.mp4'))).toBe('a film');
  expect(await chosen?.find('../Großvater.mp4')).toBeNull();
});

test('a folder is the same, whatever its export is called', async () => {
  const files = [
    { name: 'copy/eve.ndjson', bytes: new Blob(['{}']) },
    { name: 'copy/a.age', bytes: new Blob(['sealed']) },
  ];
  const chosen = await openChosen(files);
  expect(await text(chosen?.document)).toBe('{}');
  expect(await text(await chosen?.find('a.age'))).toBe('sealed');
  expect(await openChosen(files.slice(1).concat(files.slice(1)))).toBeNull();
});

test('archives of more than 4 GB say where their parts are in other fields', async () => {
  const archive = new Uint8Array(await (await ours()).arrayBuffer());
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  const [size, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const large = new DataView(new ArrayBuffer(56 + 20));
  large.setBigUint64(40, BigInt(size), true);
  large.setBigUint64(48, BigInt(offset), true);
  large.setUint32(56, 0x07064b50, true);
  large.setBigUint64(56 + 8, BigInt(end), true);
  view.setUint32(end + 16, 0xffff_ffff, true);
  const parts = [archive.subarray(0, end), new Uint8Array(large.buffer), archive.subarray(end)];
  const found = await openZip(new Blob(parts));
  expect(await text(await found?.get('Files/Großvater.mp4')?.())).toBe('a film');
});

test('what is compressed, cut short or no archive at all is not read', async () => {
  const compressed = zipSync({ [EXPORT]: bytesOf('x'.repeat(1_000)) });
  expect(await openZip(new Blob([new Uint8Array(compressed)]))).toEqual(new Map());
  expect(await openZip(new Blob([bytesOf('nothing of the kind')]))).toBeNull();
  const whole = await ours();
  for (let size = 0; size < whole.size; size += 7) {
    const found = await openZip(whole.slice(0, size));
    expect(found).toBeNull();
  }
  for (let at = 0; at < whole.size; at += 3) {
    const bytes = new Uint8Array(await whole.arrayBuffer());
    bytes[at] = 0xff;
    for (const open of (await openZip(new Blob([bytes])))?.values() ?? []) await open();
  }
});
