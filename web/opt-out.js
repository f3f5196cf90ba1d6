// @ts-check
import { startPage } from './buttons.js';
import { token } from './link.js';
import { done, one } from './page.js';
import { call } from './service.js';

startPage({
  'opt-out': async () => {
    const { value: scope } = /** @type {HTMLInputElement} */ (one('input[name="scope"]:checked'));
    done((await call('/successors/opt-out', { token, scope })).data);
  },
});
