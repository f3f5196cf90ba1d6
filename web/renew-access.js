// @ts-check
import { token } from './link.js';
import { one, paragraphs } from './page.js';
import { call } from './service.js';

/** Asks for a new link. It comes by email only, so finding an old link gains nobody anything. */
export async function renewAccess() {
  const { data } = await call('/handover/renew-access', { token });
  one('[data-slot="renewed"]').replaceChildren(paragraphs('notice', [data.message]));
}
