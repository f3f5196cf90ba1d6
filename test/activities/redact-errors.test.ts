import { beforeAll, expect, test } from '@jest/globals';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { createActivities } from '../../activities/index.ts';
import { redactError } from '../../activities/redact-errors.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;

const { api, deps } = await useActivities();
let owner: BuiltOwner;
beforeAll(async () => {
  owner = await buildOwner(api);
  await buildSuccessor(api, owner);
});

test('a row quoted in a database error never reaches Temporal', async () => {
  await api.em().execute("alter table mail add constraint none check (kind <> 'reminder')");
  const now = api.clock.now + 68 * DAY;
  const clock = async () => now;
  const { remind } = createActivities({ ...deps, clock, referenceClock: clock });
  const failure = await remind({ userId: owner.id, workflowNow: now, atOnce: true }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ApplicationFailure);
  const { message, stack, nonRetryable, cause } = failure as ApplicationFailure;
  expect(message).toBe('CheckConstraintViolationException 23514');
  expect(stack).toMatch(/at .*mail\.ts/);
  expect(`${stack} ${JSON.stringify(failure)}`).not.toContain(owner.email);
  expect([nonRetryable, cause]).toEqual([false, undefined]);
});

test('our own failures are passed on unchanged', () => {
  for (const own of [
    ApplicationFailure.retryable('SMTP 450', 'MailNotAccepted'),
    new CancelledFailure('x'),
  ]) {
    expect(redactError(own)).toBe(own);
  }
});
