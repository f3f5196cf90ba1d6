/**
 * The service worker. It shows each push to this device, and opens its link. It answers no requests, so it can't serve
 * code of its own.
 */

/** Shown when the browser has ended the notifications: only the browser knows that it has. */
const ENDED = {
  en: {
    title: 'Please add this device again',
    text: 'Your browser has ended its notifications, so your warnings no longer come here.',
    label: 'Ways to reach you',
  },
  de: {
    title: 'Bitte fügen Sie dieses Gerät neu hinzu',
    text: 'Ihr Browser hat die Benachrichtigungen beendet. Ihre Warnungen kommen hier nicht mehr an.',
    label: 'So erreichen wir Sie',
  },
};

const show = ({ title, text, link, label, tag, language }) =>
  self.registration.showNotification(title, {
    body: text,
    lang: language,
    tag,
    icon: '/icon-180.png',
    requireInteraction: true,
    data: { link },
    actions: [{ action: 'open', title: label }],
  });

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const [own] = self.navigator.language.split('-');
  const language = Object.hasOwn(ENDED, own) ? own : 'en';
  event.waitUntil(show({ ...ENDED[language], link: '/account/ways', tag: 'ended', language }));
});
