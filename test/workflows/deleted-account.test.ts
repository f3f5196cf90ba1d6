import { expect } from '@jest/globals';
import { logInProgram } from '../support/builders/account.ts';
import { type LinkPage, registerOwner } from '../support/clients/followed-owner.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { type SharedEnvironment, testScenarios } from '../support/clients/scenarios.ts';

/** When the account is deleted, by a program: a log-in in a browser would be a sign of life. */
const STAGES = {
  'mid-countdown': { day: 30, cancelled: false },
  'after a reminder': { day: 70, cancelled: false },
  'during the grace period': { day: 91, cancelled: false },
  'while successors are asked': { day: 93, cancelled: true },
  'after the release': { day: 93, cancelled: true },
} as const;

/** The subjects of the mails since then, by recipient. */
const subjectsSince = (environment: SharedEnvironment, from: number, people: { email: string }[]) =>
  people.map(({ email }) =>
    environment.sent
      .slice(from)
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject),
  );

const scenarios: Parameters<typeof testScenarios>[0] = {};
for (const [stage, { day, cancelled }] of Object.entries(STAGES)) {
  scenarios[
    `an account that is deleted ${stage}: the workflow ends, and no mail goes out but the last ones`
  ] = async (environment) => {
    const owner = await registerOwner(environment);
    const [successor] = owner.successors;
    await environment.passDays(day);
    if (stage === 'after the release') {
      await owner.answer(successor!, 'accept');
      await environment.passDays(1);
      expect((await owner.read(successor!)).status).toBe(200);
      await environment.settle();
    }
    const tokens: [LinkPage, string][] = [];
    if (day >= 70) tokens.push(['check-in', await owner.token('reminder', 'check-in')]);
    if (cancelled) tokens.push(['respond', await owner.token('invitation', 'respond', successor)]);
    if (stage === 'after the release') {
      tokens.push(['access', await owner.token('access', 'access', successor)]);
    }
    const before = environment.sent.length;
    const { password } = owner.account;
    const program = await logInProgram(environment, owner.account);
    expect((await program.delete('/auth/delete-account', { password })).status).toBe(200);
    await environment.settle();
    await owner.workflowEnded();
    for (const [page, token] of tokens) {
      const used = {
        'check-in': () => owner.anyone.post('/activity/check-in-link', { token }),
        respond: () => owner.anyone.post('/handover/respond', { token, response: 'accept' }),
        access: () => owner.anyone.get(`/vault/successor-access?token=${token}`),
      }[page as 'check-in' | 'respond' | 'access'];
      await expectProblem(used(), '401 token_invalid');
    }
    await environment.passDays(200);
    expect(subjectsSince(environment, before, [owner, successor!])).toEqual([
      [expect.stringMatching(/deleted/i)],
      cancelled ? [expect.stringMatching(/handover|cancel/i)] : [],
    ]);
    expect(await environment.mails(owner.id)).toHaveLength(cancelled ? 2 : 1);
  };
}

testScenarios(scenarios, { names: ['Ada Account'] });
