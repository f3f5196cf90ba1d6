/** Tests of the page notice what they are meant to notice: each thing that must not happen, happens here. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { WEB_APP_POLICY } from '../../api/http/page-policy.ts';
import { checkAccessible } from '../support/browser/accessible.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { press, reach } from '../support/browser/keyboard.ts';
import { fitsAt360 } from '../support/browser/layout.ts';
import { listening } from '../support/servers/listening.ts';
import { use } from '../support/use.ts';

const SECRET = 'the heron waits – at low tide';
const KEY = Buffer.from('a1b2c3d4e5f60718293a4b5c6d7e8f90', 'hex');

/** What the page at an address contains. */
const bodies = new Map<string, string>();

const document = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Test</title><meta name="viewport" content="width=device-width">
   <link rel="icon" href="data:,"></head><body><main><h1>Test</h1>${body}</main></body></html>`;

const server = createServer((request, response) => {
  request.resume();
  const body = bodies.get(request.url ?? '');
  response.setHeader('content-type', 'text/html');
  if (request.url?.startsWith('/strict')) response.setHeader('content-security-policy', WEB_APP_POLICY);
  if (request.url?.startsWith('/api/')) response.statusCode = 403;
  response.end(document(body ?? ''));
});
new WebSocketServer({ server });
const { origin } = await use(() => listening(server));

/** A browser that shows this. */
async function show(body: string, path = '/'): Promise<TestBrowser> {
  bodies.set(path, body);
  const browser = await openBrowser(origin);
  await browser.page.goto(path);
  return browser;
}

describe('a browser fails the test', () => {
  test.each([
    ['an error in the console', `console.error('it went wrong')`, 'it went wrong'],
    ['an exception', `(setTimeout(() => { throw new Error('nobody caught it') }), 0)`, 'nobody caught it'],
    ['a promise that nobody waits for', `(Promise.reject(new Error('nobody waited')), 0)`, 'nobody waited'],
    [
      'a file that is missing',
      `new Promise((done) => { Object.assign(new Image(), { onerror: done }).src = '/api/v2/gone.png' })`,
      'Failed to load resource',
    ],
  ])('after %s', async (_, script, words) => {
    const { page, close } = await show('');
    await page.evaluate(script).catch(() => {});
    await expect(close()).rejects.toThrow(words);
  });

  test.each([
    ['a string that becomes markup', `document.body.innerHTML = '<b>bold</b>'`, 'require-trusted-types-for'],
    [
      'a style in the page',
      `document.body.append(Object.assign(document.createElement('style'), { textContent: 'b{}' }))`,
      'style-src',
    ],
    ['a request to a stranger', `fetch('https://example.com/').catch(() => {})`, 'connect-src'],
  ])('after %s, which its policy refused', async (_, script, words) => {
    const { page, close } = await show('', '/strict');
    await page.evaluate(script).catch(() => {});
    await expect(close()).rejects.toThrow(words);
  });

  test('but not after a refusal, nor after a problem that was announced', async () => {
    const { page, expectProblem } = await show('');
    expectProblem(/planned/);
    await page.evaluate(`fetch('/api/v1/refused').then(() => console.error('planned'))`);
  });
});

/** A worker from a blob: has no address of its own, so it is told ours. */
const IN_WORKER = `new Promise((done) => {
  const send = (origin, body) => fetch(origin, { method: 'POST', body }).finally(() => postMessage(0));
  const program = '(' + send + ')(' + JSON.stringify(origin) + ',' + JSON.stringify(${JSON.stringify(SECRET)}) + ')';
  new Worker(URL.createObjectURL(new Blob([program]))).onmessage = done;
})`;

describe('the recorder finds a secret', () => {
  const base64 = Buffer.from(`x${SECRET}`).toString('base64');
  test.each([
    ['in an address', `fetch('/?q=' + encodeURIComponent(${JSON.stringify(SECRET)}))`],
    [
      'in a form',
      `fetch('/', { method: 'POST', body: new URLSearchParams({ q: ${JSON.stringify(SECRET)} }) })`,
    ],
    [
      'in a header',
      `fetch('/', { headers: { 'x-q': btoa(unescape(encodeURIComponent(${JSON.stringify(SECRET)}))) } })`,
    ],
    ['in JSON', `fetch('/', { method: 'POST', body: JSON.stringify({ q: ${JSON.stringify(SECRET)} }) })`],
    ['in base64, at any offset', `fetch('/', { method: 'POST', body: '${base64}' })`],
    ['in a file', `fetch('/', { method: 'POST', body: new Blob(['abc', ${JSON.stringify(SECRET)}]) })`],
    [
      'in a body that is packed',
      `fetch('/', { method: 'POST', body: new Uint8Array([${[...gzipSync(SECRET)]}]) })`,
    ],
    ['reversed', `fetch('/', { method: 'POST', body: ${JSON.stringify([...SECRET].reverse().join(''))} })`],
    [
      'in UTF-16',
      `fetch('/', { method: 'POST', body: new Uint8Array([${[...Buffer.from(SECRET, 'utf16le')]}]) })`,
    ],
    [
      'on a websocket',
      `new Promise((done) => { const s = new WebSocket('/'); s.onopen = () => { s.send(${JSON.stringify(SECRET)}); done() } })`,
    ],
    ['from a worker', IN_WORKER],
  ])('%s', async (_, script) => {
    const { page, recorder } = await show('');
    recorder.neverSends({ 'the password': SECRET });
    await page.evaluate(script);
    expect(() => recorder.neverSends({ 'the password': SECRET })).toThrow(
      /^Secrets were sent:\nthe password, /,
    );
    recorder.neverSends({ 'another password': 'quite another password' });
  });

  test.each([
    ['as bytes', `new Uint8Array([1, ${[...KEY]}, 2])`],
    ['in hex', `'${KEY.toString('hex')}'`],
    ['in base64url', `'${Buffer.concat([Buffer.from([7]), KEY]).toString('base64url')}'`],
    ['backwards', `new Uint8Array([${[...KEY].reverse()}])`],
  ])('of bytes, %s', async (_, body) => {
    const { page, recorder } = await show('');
    await page.evaluate(`fetch('/', { method: 'POST', body: ${body} })`);
    expect(() => recorder.neverSends({ 'the key': KEY })).toThrow(/^Secrets were sent:\nthe key, /);
  });

  test('only if it is long enough not to be there by chance, and only if anything was sent', async () => {
    const { recorder } = await show('');
    expect(() => recorder.neverSends({ 'a tag': 'Bank' })).toThrow('too short');
    const silent = await openBrowser(origin);
    expect(() => silent.recorder.neverSends({ 'the password': SECRET })).toThrow('nothing was sent');
  });

  test('and requests to others', async () => {
    const { page, recorder, expectProblem } = await show('');
    recorder.onlyTo(origin);
    expectProblem(/Failed to load resource/);
    await page.evaluate(`fetch('http://other.test:8081/x').catch(() => {})`);
    expect(() => recorder.onlyTo(origin)).toThrow('http://other.test:8081/x');
  });
});

describe('on a phone it is noticed', () => {
  const long = 'Selbstverständlichkeitserklärung'.repeat(3);
  test.each([
    ['when the page scrolls sideways', `<p style="width: 500px">wide</p>`, 'scrolls sideways'],
    ['when a word sticks out', `<p>${long}</p>`, 'sticks out'],
    [
      'when a text is cut off at its side',
      `<p style="width: 80px; overflow: hidden; white-space: nowrap">cut off at its side</p>`,
      'is cut off',
    ],
    [
      'when a text is cut off at its end',
      `<p style="height: 20px; width: 80px; overflow: hidden">cut off after the first of its lines</p>`,
      'is cut off',
    ],
    [
      'when something scrolls within the page',
      `<div style="height: 60px; overflow: auto"><p style="height: 200px">a long text</p></div>`,
      'scrolls within itself',
    ],
    ['when lines overlap', `<p>first</p><p style="margin-top: -32px">second</p>`, 'lies on'],
  ])('%s', async (_, body, words) => {
    const { page } = await show(body);
    await expect(fitsAt360(page)).rejects.toThrow(words);
  });

  test('and nothing is said about what can be read', async () => {
    const { page } = await show(`
      <p>A paragraph that is long enough to take several lines on a phone, with <b>bold</b> and <i>slanted</i> words.</p>
      <div style="overflow: auto"><p style="width: 600px">a table that scrolls within itself</p></div>
      <p style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">for ears only</p>
      <p style="position: fixed; bottom: 0; background: white">stays in place</p>
      <ul><li>one</li><li>two</li></ul>`);
    await fitsAt360(page);
  });
});

test('what axe finds is reported in words, with the element', async () => {
  const { page } = await show('<button></button>');
  await expect(checkAccessible(page)).rejects.toThrow(/button-name: .*\n +<button><\/button>/);
  const fine = await show('<button>Check in</button>');
  await checkAccessible(fine.page);
});

test('what the keyboard does not reach, and a focus that nobody sees, is reported', async () => {
  const { page } = await show(`
    <button>first</button>
    <button style="outline: none">unmarked</button>
    <span role="button">mouse only</span>
    <label><input type="checkbox"> tick</label>
    <button style="position: absolute; bottom: 0">covered</button>
    <p style="position: fixed; bottom: 0; width: 100%; height: 50px; margin: 0; background: white">in front</p>`);
  const button = (name: string) => page.getByRole('button', { name });
  await press(page.getByRole('checkbox'));
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  await reach(button('first'));
  await expect(reach(button('unmarked'))).rejects.toThrow('cannot be seen');
  await expect(reach(button('mouse only'))).rejects.toThrow('does not reach');
  await expect(reach(button('covered'))).rejects.toThrow('covered');
});
