// @ts-check
import { startPage } from './buttons.js';
import { withToken } from './link.js';
import { done, one, paragraphs } from './page.js';
import { renewAccess } from './renew-access.js';
import { call } from './service.js';

const DOWNLOAD_MS = 30_000;

/** The service's answer, byte for byte: whatever opens it later may rely on that. */
let opened = '';

startPage({ open: openVault, save: saveCopy, renew: renewAccess });

async function openVault() {
  const { data, text } = await call(withToken('/vault/successor-access'));
  opened = text;
  one('[data-slot="entries"]').replaceChildren(...data.entries.map(entryItem));
  const count = data.entries.length;
  done({
    ...data,
    successorName: data.successor.name,
    quorum: data.quorum > 1 ? `${data.accepted} (${data.quorum} needed)` : null,
    entryCount: count === 1 ? 'One entry' : `${count || 'No'} entries`,
  });
}

/**
 * What we can say about an entry without its key.
 *
 * @param {{ category: string, tags: string[], updatedAt: string }} entry
 */
function entryItem({ category, tags, updatedAt }) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector('template[data-entry]'));
  const item = /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
  one('strong', item).textContent = category || 'No category';
  for (const tag of tags) {
    const chip = Object.assign(document.createElement('span'), { className: 'tag', textContent: tag });
    one('time', item).before(chip);
  }
  const day = new Date(updatedAt).toLocaleDateString('en-GB', { dateStyle: 'long' });
  one('time', item).textContent = `updated ${day}`;
  one('time', item).setAttribute('datetime', updatedAt);
  return item;
}

/** A download isn't a request, so the policy needs no `blob:`. Nothing leaves the browser. */
function saveCopy() {
  const name = `vault-handover-${new Date().toISOString().slice(0, 10)}.json`;
  const href = URL.createObjectURL(new Blob([opened], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS);
  one('[data-slot="saved"]').replaceChildren(
    paragraphs('notice', [`Your browser is saving ${name}. Please keep it somewhere safe.`]),
  );
}
