// @ts-check
import { startPage } from './buttons.js';
import { token, withToken } from './link.js';
import { done, one } from './page.js';
import { renewAccess } from './renew-access.js';
import { call } from './service.js';

startPage({
  accept: () => respond('accept'),
  decline: () => respond('decline'),
  alive: () => respond('owner_alive'),
  'ask-decline': () => confirmDecline(true),
  keep: () => confirmDecline(false),
  renew: renewAccess,
});

/** @param {'accept' | 'decline' | 'owner_alive'} response */
async function respond(response) {
  const message = /** @type {HTMLTextAreaElement} */ (one('#message')).value.trim();
  const { data } = await call('/handover/respond', { token, response, ...(message && { message }) });
  if (data.accessToken) {
    const mark = data.rehearsal === true ? '&rehearsal=1' : '';
    one('[data-access]').setAttribute('href', withToken('/access', data.accessToken) + mark);
  }
  done({
    ...data,
    waiting: response === 'accept' && !data.accessToken,
    declined: response === 'decline',
    alive: response === 'owner_alive',
  });
}

/** @param {boolean} asking */
function confirmDecline(asking) {
  one('[data-choice]').hidden = asking;
  one('[data-confirm]').hidden = !asking;
  one(asking ? '#confirm-title' : '[data-act="ask-decline"]').focus();
}
