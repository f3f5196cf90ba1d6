/** Archives are read in place, and a hostile one opens nothing else. */
import { expect, test } from '@jest/globals';
import { makeZip } from 'client-zip';
import { zipSync } from 'fflate';
import { openChosenExport } from '../../client/import/with-files.ts';

const text = async (blob: Blob | null | undefined): Promise<string | undefined> => blob?.text();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const EXPORT = 'vault-decrypted-2026-11-27.json';

/** An archive as the page writes it. */
const ours = (): Promise<Blob> =>
  new Response(
    makeZip([
      { name: 'Files/Großvater.mp4', input: new Blob(['a film']) },
      { name: EXPORT, input: new Blob(['{}']) },
    ]) as ReadableStream<Uint8Array<ArrayBuffer>>,
  ).blob();

test('an archive of ours gives its export, and files by their names', async () => {
  const chosen = await openChosenExport([{ name: 'any name.zip', bytes: await ours() }]);
  expect(await text(chosen?.document)).toBe('{}');
  expect(await text(await chosen?.find('Großvater.mp4'))).toBe('a film');
  expect(await chosen?.find('../Großvater.mp4')).toBeNull();
});

test('a folder is the same, whatever its export is called', async () => {
  const files = [
    { name: 'copy/eve.ndjson', bytes: new Blob(['{}']) },
    // As a disk of a Mac may give it back.
    { name: 'copy/Mu\u0308ller.mp4', bytes: new Blob(['sealed']) },
  ];
  const chosen = await openChosenExport(files);
  expect(await text(chosen?.document)).toBe('{}');
  expect(await text(await chosen?.find('M\u00fcller.mp4'))).toBe('sealed');
  expect(await openChosenExport(files.slice(1).concat(files.slice(1)))).toBeNull();
});

test('files that Bitwarden leaves beside its document are counted, and others are not', async () => {
  const bytes = new Blob(['{}']);
  const count = async (...names: string[]) =>
    (await openChosenExport(names.map((name) => ({ name, bytes }))))?.attachments;
  expect(await count('data.json', 'attachments/c1/will.pdf', 'attachments/c2/will.pdf')).toBe(2);
  expect(await count('copy/data.json', 'copy/attachments/c1/data.json', 'copy/.DS_Store')).toBe(1);
  expect(await count('data.json', 'holiday.jpg')).toBe(0);
});

test('an older export that an entry has as a file is not taken for the export, and is found as a file', async () => {
  const older = { name: `Files/${EXPORT}`, input: 'the older export' };
  const present = { name: EXPORT, input: '{}' };
  const zip = (...parts: { name: string; input: string }[]) =>
    new Response(makeZip(parts) as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const folder = [older, present].map(({ name, input }) => ({
    ...{ name: `copy/${name}`, bytes: new Blob([input]) },
  }));
  const asArchive = async (...parts: { name: string; input: string }[]) => [
    { name: 'any name.zip', bytes: await zip(...parts) },
  ];
  for (const files of [
    await asArchive(older, present),
    await asArchive(present, older),
    folder,
    folder.toReversed(),
  ]) {
    const chosen = await openChosenExport(files);
    expect(await text(chosen?.document)).toBe('{}');
    expect(await text(await chosen?.find(EXPORT))).toBe('the older export');
  }
  // Our clients write the export after the files.
  const beside = { name: 'vault-decrypted-2020-01-01.json', input: 'the older export' };
  expect(await text((await openChosenExport(await asArchive(beside, present)))?.document)).toBe('{}');
});

test('a file that is compressed, cut short or no archive is taken as a single file', async () => {
  const compressed = new Blob([new Uint8Array(zipSync({ [EXPORT]: bytesOf('x'.repeat(1_000)) }))]);
  const whole = await ours();
  const others = [compressed, new Blob([bytesOf('nothing of the kind')])];
  for (let size = 0; size < whole.size; size += 7) others.push(whole.slice(0, size));
  for (const bytes of others) {
    const chosen = await openChosenExport([{ name: 'any name.zip', bytes }]);
    expect(chosen?.document).toBe(bytes);
    expect(await chosen?.find(EXPORT)).toBeNull();
  }
});

test('an archive in which any byte is wrong breaks nothing', async () => {
  const whole = new Uint8Array(await (await ours()).arrayBuffer());
  for (let at = 0; at < whole.length; at += 3) {
    const bytes = new Blob([whole.with(at, 0xff)]);
    const chosen = await openChosenExport([{ name: 'any name.zip', bytes }]);
    expect(await chosen?.document.text()).toBeDefined();
    await chosen?.find('Großvater.mp4');
  }
});
