// @ts-check
import { startPage } from './buttons.js';
import { withToken } from './link.js';
import { done } from './page.js';
import { call } from './service.js';

startPage({
  verify: async () => done((await call(withToken('/auth/verify-email'))).data),
});
