// @ts-check
import { startPage } from './buttons.js';
import { withToken } from './link.js';
import { done } from './page.js';
import { call } from './service.js';

startPage({
  verify: async () => {
    const { data } = await call(withToken('/successors/verify'));
    done({ ...data, successorName: data.successor.name });
  },
});
