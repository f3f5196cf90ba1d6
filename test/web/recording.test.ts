/** A film that its owner records in the page, and leaves to someone who watches it on a phone. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { MOVING_CAMERA } from '../support/browser/camera.ts';
import { inspect } from '../support/browser/inspect.ts';
import {
  asksBeforeClosing,
  button,
  chooseFiles,
  follow,
  heading,
  press,
  savedFile,
} from '../support/browser/page-steps.ts';
import { logInHere, unlockWith } from '../support/browser/web-owner.ts';
import { openVault, readVault, saveEntry, startNew } from '../support/browser/web-vault.ts';
import { type LeavingOwner, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { accept, type NamedSuccessor, nameSuccessor } from '../support/clients/successor.ts';
import { phoneFilm } from '../support/media/phone-film.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';

const environment = await useBrowserEnvironment();
let owner: LeavingOwner;
let bea: NamedSuccessor;
let entryId: string;
beforeAll(async () => {
  owner = await openLeavingOwner(environment);
  bea = await nameSuccessor(environment, owner, 'Bea');
});
/** Waits until a recording has this many seconds. A busy machine may show none of them exactly. */
const recordedFor = (page: Page, seconds: number): Promise<void> =>
  page
    .getByText(new RegExp(`^Recording (0:0[${seconds}-9]|0:[1-5]|[1-9])`))
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`the page says: ${await page.locator('main').textContent()}`, { cause });
    });

/** The recordings that the browser keeps until they are saved or discarded. */
const keptRecordings = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle('recordings');
    const names = [];
    for await (const ofOwner of kept.values()) for await (const name of ofOwner.keys()) names.push(name);
    return names;
  })()`);

/** Plays the film that the page shows. @returns its width, and how far it has come */
const watch = (page: Page): Promise<{ width: number; at: number }> =>
  page.evaluate(`(async () => {
    const film = document.querySelector('video[controls]');
    film.muted = true;
    await film.play();
    while (film.currentTime < 0.5 && !film.ended) await new Promise((next) => setTimeout(next, 50));
    return { width: film.videoWidth, at: film.currentTime };
  })()`);

/** Goes to a place in the film, and plays on. @returns how far it has come */
const goTo = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(`(async () => {
    const film = document.querySelector('video[controls]');
    film.currentTime = ${seconds};
    await film.play();
    while ((film.currentTime < ${seconds} + 0.3 && !film.ended) || film.seeking) await new Promise((next) => setTimeout(next, 50));
    return film.currentTime;
  })()`);

/** Plays on at eight times the speed. @returns how often the browser had no room */
const playTo = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(`(async () => {
    const film = document.querySelector('video[controls]');
    film.playbackRate = 8;
    while (film.currentTime < ${seconds}) await new Promise((next) => setTimeout(next, 50));
    return globalThis.refusals;
  })()`);

test('a film is recorded, outlives a closed tab, is watched and saved', async () => {
  const path = '/vault/record?kind=film';
  const { page, context, recorder } = await openVault(environment, {
    owner,
    path,
    camera: MOVING_CAMERA,
  });
  await page.getByLabel('What you want to say').fill('Dear Bea, the garden is yours now.');
  await inspect(page);
  await press(page, 'Start recording');
  await recordedFor(page, 3);
  await inspect(page);
  await press(page, 'Pause');
  await page.getByText('Paused').waitFor();
  await press(page, 'Go on');
  await recordedFor(page, 8);
  await page.close();

  const again = await context.newPage();
  await again.goto(path);
  await unlockWith(again, owner.password);
  await again.getByText('You recorded something on').waitFor();
  expect(await keptRecordings(again)).toHaveLength(1);
  await inspect(again);
  await press(again, 'Look at it');
  await again.getByLabel('Your recording').waitFor();
  expect(await watch(again)).toMatchObject({ width: 1280 });
  await again.getByLabel('Title').fill('For Bea');
  await inspect(again);
  // A second Enter while it is being saved does nothing.
  const goOn = await holdBack(context, '/vault/entries/[^/]+');
  await again.getByLabel('Title').press('Enter');
  await again.locator('button[data-pending]').waitFor();
  await again.getByLabel('Title').press('Enter');
  await inspect(again);
  goOn();
  await button(again, 'Edit').waitFor();
  await again.getByRole('button', { name: /^Play For Bea/ }).waitFor();
  expect(recorder.sent.filter(({ what }) => /^PUT .*\/vault\/entries\//.test(what))).toHaveLength(1);
  entryId = new URL(again.url()).pathname.split('/').at(-1)!;
  await again.goto(path);
  await unlockWith(again, owner.password);
  await button(again, 'Start recording').waitFor();
  expect(await keptRecordings(again)).toEqual([]);
  recorder.neverSends({ 'text to read': 'the garden is yours' });
});

/** Takes a microphone or camera away during a recording, for good or for a while. Stopping a track fires no event. */
const TRACKS = `(() => {
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (wanted) {
    await globalThis.held;
    const given = await getUserMedia.call(this, wanted);
    globalThis.unplug = (kind) => {
      const track = given.getTracks().find((each) => each.kind === kind);
      track.stop();
      track.dispatchEvent(new Event('ended'));
    };
    globalThis.states = () => given.getTracks().map(({ readyState }) => readyState);
    globalThis.mute = () => given.getAudioTracks()[0].dispatchEvent(new Event('mute'));
    return given;
  };
})()`;

test('a recording pauses while its microphone is muted, ends when it is lost, waits when its page is left, and is discarded only after asking', async () => {
  const path = '/vault/record?kind=film';
  const { page, context } = await openVault(environment, { owner, path, camera: MOVING_CAMERA });
  await context.addInitScript(TRACKS);
  await context.route('**/billing/status', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const { limits, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, limits: { ...limits, fileBytes: 0 } } });
  });
  const start = page.locator('button:enabled', { hasText: 'Start recording' });
  await start.waitFor();
  await page.reload();
  await unlockWith(page, owner.password);
  await start.waitFor();
  await page.evaluate(`unplug('video')`);
  const unusable = page.getByText('There’s no camera or microphone that can be used here.');
  await unusable.waitFor();
  // The button doesn't move away from a finger when the picture appears.
  await page.evaluate(`void (globalThis.held = new Promise((go) => { globalThis.letGo = go; }))`);
  await press(page, 'Try again');
  const place = await button(page, 'Start recording').boundingBox();
  await page.evaluate('letGo()');
  await until('the picture', () => page.evaluate<boolean>(`document.querySelector('video').videoWidth > 0`));
  expect(await button(page, 'Start recording').boundingBox()).toEqual(place);
  // A browser that can't record after all doesn't go on seeing and hearing.
  await page.evaluate(
    `globalThis.works = MediaRecorder.prototype.start; delete MediaRecorder.prototype.start`,
  );
  await press(page, 'Start recording');
  await unusable.waitFor();
  expect(await page.evaluate('states()')).toEqual(['ended', 'ended']);
  await page.evaluate('MediaRecorder.prototype.start = works');
  await press(page, 'Try again');
  await press(page, 'Start recording');
  await recordedFor(page, 3);
  await page.evaluate('mute()');
  await page.getByText('Paused').waitFor();
  await press(page, 'Go on');
  await page.evaluate(`unplug('audio')`);
  await page.getByText('The recording ended when the camera or the microphone stopped working.').waitFor();
  expect(await watch(page)).toMatchObject({ width: 1280 });

  // It doesn't fit, so it can only be left or discarded.
  await page.getByText('but your plan only has room for another').waitFor();
  expect(await button(page, 'Save').isDisabled()).toBe(true);
  const opened = context.waitForEvent('page');
  await follow(page, 'Show the plans');
  const plans = await opened;
  await plans.waitForURL(`${environment.origin}/account/plan`);
  await plans.close();
  await follow(page, 'All entries');
  await page.getByText('It stays on this device').waitFor();
  await inspect(page);
  await press(page, 'Leave the page');
  await page.waitForURL(`${environment.origin}/vault`);
  await page.goBack();
  await press(page, 'Look at it');
  await page.getByLabel('Your recording').waitFor();

  await press(page, 'Record it again');
  await inspect(page);
  await press(page, 'Keep it');
  await page.getByLabel('Your recording').waitFor();
  await press(page, 'Record it again');
  await press(page, 'Discard it and record again');
  await button(page, 'Start recording').waitFor();
  expect(await keptRecordings(page)).toEqual([]);
});

/** Changes the last bytes of whole files that the store returns. @returns what undoes that */
function atTheEnd(change: (last: Buffer) => Promise<Buffer>): () => void {
  const store = environment.deps.files!.current;
  const { read } = store;
  store.read = async (key, from, to) => {
    const bytes = await buffer(await read(key, from, to));
    if (from > 0) return Readable.from([bytes]);
    const end = bytes.length - 10;
    async function* all() {
      yield bytes.subarray(0, end);
      yield await change(bytes.subarray(end));
    }
    return Readable.from(all());
  };
  return () => {
    store.read = read;
  };
}

test('the successor it was left to watches it on a phone, from before its last byte arrives', async () => {
  await owner.leave(1, new Map([[bea, [entryId]]]));
  await owner.fallSilent();
  await accept(environment, bea);
  const { page } = await openBrowser(environment.origin, { width: 360 });
  await page.goto(await linkTo(bea, '/access'));
  await page.getByLabel('Code on your recovery kit').fill(bea.kit.code);
  await press(page, 'Open');
  await press(page, 'Open “For Bea”');
  await heading(page, 'For Bea');
  const play = page.getByRole('button', { name: /^Play For Bea/ });
  const arriving = page.getByRole('progressbar', { name: /^Opening For Bea/ });
  const held = Promise.withResolvers<void>();
  const whole = atTheEnd(async (last) => {
    await held.promise;
    return last;
  });
  await play.click();
  await page.locator('video').waitFor();
  expect(await watch(page)).toMatchObject({ width: 1280 });
  expect(await arriving.count()).toBe(1);
  await inspect(page);
  held.resolve();
  await arriving.waitFor({ state: 'detached' });
  // All of it can be played, from anywhere. If the browser dropped a part, the whole film replaces it, so its length
  // comes later.
  const end = await page.evaluate(`(async () => {
    const film = document.querySelector('video[controls]');
    while (!(film.duration > 0)) await new Promise((next) => setTimeout(next, 50));
    film.currentTime = film.duration - 0.5;
    await new Promise((seen) => film.addEventListener('seeked', seen, { once: true }));
    return film.currentTime;
  })()`);
  expect(end).toBeGreaterThan(1);
  whole();

  // If the end isn't the owner's, the page says so, and nothing of the film is left.
  await page.getByRole('button', { name: /^Close For Bea/ }).click();
  const restore = atTheEnd(async (last) => Buffer.alloc(last.length));
  await play.click();
  await page.getByText('the rest of it is missing or isn’t what was stored').waitFor();
  expect(await page.locator('video').count()).toBe(0);
  await inspect(page);
  restore();
});

/** A browser as phones have it: only the newer kind of media source, and room for no more than six seconds of a film. */
const SMALL_BROWSER = `(() => {
  globalThis.ManagedMediaSource = MediaSource;
  delete globalThis.MediaSource;
  const { appendBuffer } = SourceBuffer.prototype;
  globalThis.refusals = 0;
  SourceBuffer.prototype.appendBuffer = function (part) {
    const { length } = this.buffered;
    if (length > 0 && this.buffered.end(length - 1) - this.buffered.start(0) > 6) {
      globalThis.refusals += 1;
      throw new DOMException('no room', 'QuotaExceededError');
    }
    appendBuffer.call(this, part);
  };
})()`;

test('a film from a phone plays from before its last byte arrives, although its index is at its end', async () => {
  const { page, context } = await openVault(environment, { owner, path: '/vault/new/file' });
  const film = await phoneFilm(150, 'end');
  const chosen = { name: 'Lake.mp4', mimeType: 'video/mp4', buffer: film };
  await chooseFiles(page, () => press(page, 'Choose files'), chosen);
  await saveEntry(page, 'Lake');
  const arriving = page.getByRole('progressbar', { name: /^Opening Lake/ });
  const held = Promise.withResolvers<void>();
  const restore = atTheEnd(async (last) => {
    await held.promise;
    return last;
  });
  await page.getByRole('button', { name: /^Play Lake/ }).click();
  await page.locator('video').waitFor();
  expect(await watch(page)).toMatchObject({ width: 160 });
  // Anywhere in what has arrived, and back again.
  for (const seconds of [60, 2]) expect(await goTo(page, seconds)).toBeGreaterThan(seconds);
  expect(await arriving.count()).toBe(1);
  held.resolve();
  await arriving.waitFor({ state: 'detached' });
  // It goes on where it was, now with all of it.
  expect((await watch(page)).at).toBeGreaterThan(2);
  expect(await goTo(page, 140)).toBeGreaterThan(140);
  restore();

  // With little room it takes the film in as it plays, on past what fits at a time.
  await context.addInitScript(SMALL_BROWSER);
  const holdAgain = Promise.withResolvers<void>();
  const restoreAgain = atTheEnd(async (last) => {
    await holdAgain.promise;
    return last;
  });
  await page.reload();
  await unlockWith(page, owner.password);
  await page.getByRole('button', { name: /^Play Lake/ }).click();
  await page.locator('video').waitFor();
  expect(await watch(page)).toMatchObject({ width: 160 });
  expect(await playTo(page, 20)).toBeGreaterThan(0);
  expect(await arriving.count()).toBe(1);
  holdAgain.resolve();
  await arriving.waitFor({ state: 'detached' });
  restoreAgain();
});

/** A browser as iPhones have it, which may remove what it was given. The test does that. */
const FORGETFUL_BROWSER = `(() => {
  globalThis.ManagedMediaSource = MediaSource;
  delete globalThis.MediaSource;
  const { addSourceBuffer } = ManagedMediaSource.prototype;
  ManagedMediaSource.prototype.addSourceBuffer = function (type) {
    const buffer = addSourceBuffer.call(this, type);
    globalThis.forget = () => {
      // Nothing plays from it any more.
      if (this.readyState === 'closed') return;
      buffer.remove(0, 2);
      return new Promise((removed) => buffer.addEventListener('updateend', removed, { once: true }));
    };
    return buffer;
  };
})()`;

test('an iPhone that lets go of the beginning of a film still goes back to it', async () => {
  const { page, context } = await openVault(environment, { owner, path: `/vault/${entryId}` });
  await context.addInitScript(FORGETFUL_BROWSER);
  const play = page.getByRole('button', { name: /^Play For Bea/ });
  await play.waitFor();
  await page.reload();
  await unlockWith(page, owner.password);
  await play.click();
  await page.locator('video').waitFor();
  await page.getByRole('progressbar', { name: /^Opening For Bea/ }).waitFor({ state: 'detached' });
  expect(await goTo(page, 2.5)).toBeGreaterThan(2.5);
  await page.evaluate('globalThis.forget()');
  expect(await goTo(page, 0)).toBeGreaterThan(0);
});

test('papers are photographed with a phone, one after the other, and kept in one entry', async () => {
  const { page, context } = await openVault(environment, { owner, path: '/vault/new/file', width: 360 });
  for (const buffer of [Buffer.from('blurred'), Buffer.from('one'), Buffer.from('other')]) {
    const photo = { name: 'image.jpg', mimeType: 'image/jpeg', buffer };
    await chooseFiles(page, () => press(page, 'Take a photo'), photo);
  }
  await page.getByText('Page 3.jpg').waitFor();
  await inspect(page);
  await page.getByLabel('Title').fill('Papers of the house');
  // The entry is added, but not the files. The next try adds them to it, although only one is left.
  const restore = await refuse(context, '/files', { code: 'plan_limit', status: 403, method: 'POST' });
  await press(page, 'Save 3 files');
  await page.getByText('Your plan has no room for more.').waitFor();
  await press(page, 'Leave out Page 1.jpg');
  expect(await page.getByRole('checkbox', { name: 'Keep them together in one entry' }).isDisabled()).toBe(
    true,
  );
  await press(page, 'Leave out Page 2.jpg');
  await restore();
  await press(page, 'Save');
  await heading(page, 'Papers of the house');
  await button(page, 'Save Page 3.jpg').waitFor();
  const titles = (await readVault(environment, owner)).map(({ title }) => title);
  expect(titles.filter((title) => /^(Papers|Page)/.test(title ?? ''))).toEqual(['Papers of the house']);
});

test('where the browser can’t write files, a recording outlives a lock, and the page says not to close it', async () => {
  const path = '/vault/record?kind=voice';
  const { page, context } = await openVault(environment, { owner, path, camera: MOVING_CAMERA });
  await page.workers()[0]!.evaluate('delete FileSystemFileHandle.prototype.createWritable');
  const stay = page.getByText('Don’t close or reload that tab, or go to another site in it');
  await press(page, 'Start recording');
  await recordedFor(page, 5);
  await stay.waitFor();
  await inspect(page);
  await press(page, 'Stop');
  await page.getByLabel('Your recording').waitFor();
  const { name, bytes } = await savedFile(page, () => press(page, 'Download it, unencrypted'));
  expect([name, bytes.length > 1_000]).toEqual([expect.stringMatching(/^Voice, .*\.(m4a|webm)$/), true]);

  await follow(page, 'All entries');
  await page.getByText('as long as you don’t close or reload this tab').waitFor();
  await inspect(page);
  await press(page, 'Stay here');

  await press(page, 'Lock the vault');
  await button(page, 'Unlock').waitFor();
  expect(await stay.count()).toBe(1);
  await unlockWith(page, owner.password);
  await press(page, 'Look at it');
  await page.getByLabel('Title').fill('Sung for Bea');

  // Its entry is added. A later try leaves alone what the owner has done to that since.
  const restore = await refuse(context, '/files', { code: 'plan_limit', status: 403, method: 'POST' });
  await press(page, 'Save');
  await page.getByText('Your plan has no room for more.').waitFor();
  await follow(page, 'All entries');
  await press(page, 'Leave the page');
  await follow(page, /Sung for Bea/);
  await press(page, 'Edit');
  await page.getByRole('textbox', { name: 'Title' }).fill('Sung at home');
  await saveEntry(page, 'Sung at home');
  await restore();
  await startNew(page, 'Record your voice');
  await press(page, 'Look at it');
  await page.getByLabel('Your recording').waitFor();
  expect(await page.getByLabel('Title').count()).toBe(0);
  await follow(page, 'All entries');
  await press(page, 'Leave the page');
  await startNew(page, 'Record your voice');
  // It can be heard although nobody knows yet whether it has an entry.
  const answerAgain = await refuse(context, '/vault/entries/[^/]+');
  await press(page, 'Look at it');
  await page.getByLabel('Your recording').waitFor();
  await page.getByLabel('Title').fill('Sung for Bea, again');
  await answerAgain();

  const send = await holdBack(context, '/files/[^/]+');
  await saveEntry(page, 'Sung at home');
  expect(await page.getByRole('link', { name: /Sung for Bea/ }).count()).toBe(0);
  await page.getByText('Sending 1 file').waitFor();
  expect(await page.getByText('You can close this page').count()).toBe(0);
  await inspect(page);
  await press(page, 'Log out');
  await button(page, 'Log in').waitFor();
  expect(await page.getByRole('status').filter({ has: stay }).count()).toBe(1);
  await asksBeforeClosing(page);
  await logInHere(page, owner);
  await follow(page, /^Vault$/);
  await page.getByText('Sending 1 file').waitFor();
  send();
  await stay.waitFor({ state: 'detached' });
});
