/** Browsers for tests of the page. What goes wrong in one, seen or unseen, fails the test that it happened in. */
import { afterAll, afterEach, expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { FakeCamera } from './camera.ts';
import { type Recorder, startRecorder } from './recorder.ts';

export interface OpenOptions {
  language?: 'en' | 'de';
  theme?: 'light' | 'dark';
  timeZone?: string;
  /** 360 is a small phone. */
  width?: number;
  /** As in `permissions` of Playwright, such as `clipboard-read`. */
  permissions?: string[];
  /** Starts another Chromium, because that of the other tests has no camera. */
  camera?: Pick<FakeCamera, 'args'>;
  /**
   * Whether tabs share a worker, as most people's do. Playwright can't hold back or answer its requests, so by default each
   * tab has its own, as in browsers without shared workers.
   */
  sharedWorker?: boolean;
  /** Problems that the test brings about on purpose. Add to it, or use `expectProblem`, before they happen. */
  tolerate?: RegExp[];
}

/** Someone's browser, with cookies and storage of its own. */
export interface TestBrowser {
  context: BrowserContext;
  /** Its first tab. */
  page: Page;
  recorder: Recorder;
  /** From now on, a problem that matches does not fail the test. */
  expectProblem(matching: RegExp): void;
  /** Fails if anything went wrong. */
  close(): Promise<void>;
}

const HEIGHT = 800;
/** How long a step may take on a busy machine. A log-in alone derives a key for half a second of two idle cores. */
const TIMEOUT_MS = 60_000;
const LOCALES = { en: 'en-GB', de: 'de-DE' };
/** Answers that the page handles, and Chromium reports nevertheless: a wrong password, say. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d .*\/api\/v1\//;

interface OpenedBrowser extends TestBrowser {
  /** The test that opened it, or undefined for a whole file. */
  openedBy: string | undefined;
  problems: string[];
}

const open = new Set<OpenedBrowser>();

/** Chromium says in the console what a policy refused. A listener knows what it was. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error(
  'Refused by ' + event.effectiveDirective + ': ' + event.blockedURI + ' ' + event.sample + ' ' + event.sourceFile));`;

const NEXT_TURN = 'new Promise((next) => setTimeout(next))';

function watch(context: BrowserContext, note: (problem: string) => void): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url, lineNumber } = message.location();
    note(`${message.text()} (${url}:${lineNumber})`);
  });
  context.on('weberror', (error) => note(`uncaught: ${error.error().stack ?? error.error().message}`));
}

const complain = (problems: string[]): void => {
  if (problems.length > 0) throw new Error(`In the browser:\n${problems.splice(0).join('\n')}`);
};

/**
 * Opens a browser that knows nothing yet. It is closed after the test, or after the last test of the file if it was
 * opened outside of a test.
 *
 * @param origin of the service, to which its addresses are relative: `page.goto('/log-in')`
 */
export async function openBrowser(
  origin: string,
  {
    language = 'en',
    theme = 'light',
    timeZone = 'Europe/Berlin',
    width = 1280,
    permissions = [],
    camera,
    sharedWorker = false,
    tolerate = [],
  }: OpenOptions = {},
): Promise<TestBrowser> {
  const browser = await openChromium(camera?.args);
  const recorder = await startRecorder();
  const context = await browser.newContext({
    baseURL: origin,
    locale: LOCALES[language],
    timezoneId: timeZone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: HEIGHT },
    hasTouch: width < 600,
    isMobile: width < 600,
    permissions,
    proxy: { server: recorder.proxy },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  recorder.watch(context);
  await context.addInitScript(REPORT_VIOLATIONS);
  if (!sharedWorker) await context.addInitScript('delete globalThis.SharedWorker');
  const expected = [REFUSAL, ...tolerate];
  const problems: string[] = [];
  watch(context, (problem) => {
    if (!expected.some((each) => each.test(problem))) problems.push(problem);
  });
  const opened: OpenedBrowser = {
    context,
    page: await context.newPage(),
    recorder,
    problems,
    openedBy: expect.getState().currentTestName,
    expectProblem: (matching) => {
      expected.push(matching);
    },
    async close() {
      open.delete(opened);
      // Messages on their way to us arrive before these answers.
      await Promise.all(context.pages().map((page) => page.evaluate(NEXT_TURN).catch(() => {})));
      // A route of a test may still be waiting for an answer that the closed page no longer needs.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      await recorder.close();
      complain(problems);
    },
  };
  open.add(opened);
  return opened;
}

const shut = ({ close }: TestBrowser): Promise<string> =>
  close().then(
    () => '',
    (error: Error) => error.message,
  );

afterEach(async () => {
  const [ofFile, ofTest] = [
    [...open].filter(({ openedBy }) => !openedBy),
    [...open].filter((each) => each.openedBy),
  ];
  const closed = await Promise.all(ofTest.map(shut));
  complain([...closed.filter(Boolean), ...ofFile.flatMap(({ problems }) => problems.splice(0))]);
});

afterAll(async () => {
  const closed = await Promise.all([...open].map(shut));
  complain(closed.filter(Boolean));
});
