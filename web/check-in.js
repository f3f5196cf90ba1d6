// @ts-check
import { startPage } from './buttons.js';
import { token, withToken } from './link.js';
import { done, fill, one } from './page.js';
import { showProblem } from './problem.js';
import { call } from './service.js';

/** What `status` means to the owner. @type {Record<string, string>} */
const RIGHT_NOW = {
  off: 'Your switch is off, so nobody would receive your vault.',
  armed: 'All is well.',
  reminding: 'We’re waiting for a sign of life from you.',
  grace_period: 'You’ve had the final notice, and the grace period is running.',
  awaiting_successors: 'We’re asking your successors whether they accept.',
  released: 'Your successors have access to what you left them.',
  completed: 'Your vault has been handed over.',
  paused: 'Your switch is paused.',
};

startPage({
  'check-in': async () => done((await call('/activity/check-in-link', { token })).data),
});
if (token !== null) describeSwitch();

/** The button works without this description, so we only report a link that doesn't work. */
async function describeSwitch() {
  try {
    const { data } = await call(withToken('/activity/check-in-link'));
    const facts = one('[data-slot="facts"]');
    fill(facts, { ...data, status: RIGHT_NOW[data.status] ?? data.status });
    facts.hidden = false;
  } catch (error) {
    const { status } = /** @type {import('./service.js').Problem} */ (error);
    if (status >= 400 && status < 429) showProblem(error);
  }
}
