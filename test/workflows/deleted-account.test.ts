import { expect } from '@jest/globals';
import { logInProgram } from '../support/builders/account.ts';
import { type LinkPage, registerLife } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testLives } from '../support/clients/scenarios.ts';

/** When the account is deleted, by a program: a log-in in a browser would be a sign of life. */
const STAGES = {
  'mid-countdown': { day: 30, cancelled: false },
  'after a reminder': { day: 70, cancelled: false },
  'during the grace period': { day: 91, cancelled: false },
  'while successors are asked': { day: 93, cancelled: true },
  'after the release': { day: 93, cancelled: true },
} as const;

/** The subjects of the mails since then, by recipient. */
const subjectsSince = (world: SharedEnvironment, from: number, people: { email: string }[]) =>
  people.map(({ email }) =>
    world.sent
      .slice(from)
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject),
  );

const stories: Parameters<typeof testLives>[0] = {};
for (const [stage, { day, cancelled }] of Object.entries(STAGES)) {
  stories[`an account that is deleted ${stage}: the workflow ends, and no mail goes out but the last ones`] =
    async (world) => {
      const life = await registerLife(world);
      const [successor] = life.successors;
      await world.passDays(day);
      if (stage === 'after the release') {
        await life.answer(successor!, 'accept');
        await world.passDays(1);
        expect((await life.read(successor!)).status).toBe(200);
        await world.settle();
      }
      const tokens: [LinkPage, string][] = [];
      if (day >= 70) tokens.push(['check-in', await life.token('reminder', 'check-in')]);
      if (cancelled) tokens.push(['respond', await life.token('invitation', 'respond', successor)]);
      if (stage === 'after the release') {
        tokens.push(['access', await life.token('access', 'access', successor)]);
      }
      const before = world.sent.length;
      const { password } = life.account;
      const program = await logInProgram(world, life.account);
      expect((await program.delete('/auth/delete-account', { password })).status).toBe(200);
      await world.settle();
      await life.workflowEnded();
      for (const [page, token] of tokens) {
        const used = {
          'check-in': () => life.anyone.post('/activity/check-in-link', { token }),
          respond: () => life.anyone.post('/handover/respond', { token, response: 'accept' }),
          access: () => life.anyone.get(`/vault/successor-access?token=${token}`),
        }[page as 'check-in' | 'respond' | 'access'];
        expect((await used()).body.code).toBe('token_invalid');
      }
      await world.passDays(200);
      expect(subjectsSince(world, before, [life, successor!])).toEqual([
        [expect.stringMatching(/deleted/i)],
        cancelled ? [expect.stringMatching(/handover|cancel/i)] : [],
      ]);
      expect(await world.mails(life.id)).toHaveLength(cancelled ? 2 : 1);
    };
}

testLives(stories, { names: ['Ada Account'] });
