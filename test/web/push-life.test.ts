/** An owner whose mailbox refuses everything is warned on their phone, and comes back by the notification. */
import { expect, test } from '@jest/globals';
import type { Worker } from 'playwright-core';
import { Activity } from '../../db/entities/activity.ts';
import { Switch } from '../../db/entities/switch.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import * as keyboard from '../support/browser/keyboard.ts';
import { button } from '../support/browser/page-steps.ts';
import { enterAs } from '../support/browser/web-owner.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { startPushService } from '../support/servers/push-service.ts';
import { startSmtpListener } from '../support/servers/smtp-listener.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const push = await use(startPushService);
const smtp = await use(startSmtpListener);
const environment = await useBrowserEnvironment({
  ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true',
  SMTP_HOST: smtp.host,
  SMTP_PORT: String(smtp.port),
});

/** A phone's browser: its push service is ours, because the real one is out of reach. */
async function openPhone(): Promise<TestBrowser & { deliver(): Promise<void>; worker(): Promise<Worker> }> {
  const phone = await openBrowser(environment.origin, { width: 360, permissions: ['notifications'] });
  const { page, context } = phone;
  await context.exposeFunction('subscribeAt', (key: string) => push.subscribe(key));
  await context.addInitScript(`
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const subscription = await subscribeAt(applicationServerKey);
      return { toJSON: () => subscription };
    };`);
  const devtools = await context.newCDPSession(page);
  let registrationId = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  return {
    ...phone,
    /** Hands the latest push to the service worker, decrypted, as the browser does. */
    async deliver() {
      const { note } = push.received.at(-1)!;
      const data = JSON.stringify(note);
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: environment.origin,
        registrationId,
        data,
      });
    },
    async worker() {
      return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
    },
  };
}

interface Shown {
  title: string;
  body: string;
  data: { link: string };
  actions: { action: string; title: string }[];
}

/** The parts of the service worker's global scope that this test uses. */
interface Scope {
  shown: Shown[];
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
  clients: { openWindow(address: string): Promise<null> };
  dispatchEvent(event: Event): void;
}

/** Headless Chromium shows nothing, so what the service worker asks it to show is kept. */
const keepNotifications = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const own = globalThis as unknown as Scope;
    own.shown = [];
    own.registration.showNotification = async (title, options) => {
      own.shown.push({ title, ...options });
    };
  });

/** The latest notification, once there are `count`. */
const notification = (worker: Worker, count: number): Promise<Shown> =>
  until('the notification', async () => {
    const shown = await worker.evaluate(() => (globalThis as unknown as Scope).shown);
    return shown.length === count && shown.at(-1);
  });

/** Presses the button of the latest notification. @returns the address that opens */
const pressed = (worker: Worker): Promise<string> =>
  worker.evaluate(() => {
    const own = globalThis as unknown as Scope;
    return new Promise<string>((resolve) => {
      // Only a real press may open a window.
      own.clients.openWindow = async (address) => {
        resolve(address);
        return null;
      };
      const notification = { ...own.shown.at(-1), close() {} };
      const event = new Event('notificationclick');
      own.dispatchEvent(Object.assign(event, { notification, waitUntil() {} }));
    });
  });

test('an owner whose only mailbox is dead is warned on their phone in time, and comes back by the notification', async () => {
  const owner = await buildOwnerWithSuccessor(environment);
  const phone = await openPhone();
  const { page } = phone;
  await enterAs(phone, environment.origin, owner);
  await page.goto('/account/ways');
  await keyboard.press(page.getByRole('radio', { name: 'On this device' }));
  await keyboard.type(page.getByLabel('Name of this way'), 'Phone');
  await inspect(page);
  await keyboard.press(button(page, 'Add it'));
  const dialog = page.getByRole('dialog', { name: 'Confirm “Phone”' });
  await dialog.waitFor();
  await until('the code', () => push.received.length === 1);
  const worker = await phone.worker();
  await keepNotifications(worker);
  await phone.deliver();
  const code = await notification(worker, 1);
  await keyboard.type(dialog.getByLabel('Code', { exact: true }), /\d{8}/.exec(code.body)?.[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('From now on your warnings go to “Phone” too.').waitFor();
  await inspect(page);

  smtp.taken.length = 0;
  smtp.onRecipient = (address) => (address === owner.email ? '550 5.1.1 no such mailbox' : null);
  await environment.passDays(owner.id, 68);
  await until('the warning', () => push.received.length === 2);
  await phone.context.clearCookies();
  await page.goto('about:blank');
  await phone.deliver();
  const warning = await notification(worker, 2);
  expect(warning).toMatchObject({
    title: 'Vault Handover: please check in',
    actions: [{ action: 'open', title: 'Check in' }],
  });
  expect(JSON.stringify(warning)).not.toMatch(/Olive|Owner/);
  await page.goto(await pressed(worker));
  await inspect(page);
  await keyboard.press(button(page, 'I’m here'));
  await page.getByText('The clock has started again.').waitFor();

  const em = environment.em();
  expect(await em.findOneOrFail(Switch, { userId: owner.id })).toMatchObject({ status: 'armed' });
  const seen = await em.findOneOrFail(Activity, { userId: owner.id, type: 'check_in_link' });
  expect(seen.detail).toEqual({ channelId: expect.any(String) });
  expect(smtp.taken).not.toContain(owner.email);
  await phone.close();
});
