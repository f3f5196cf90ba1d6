/** What a page says while an answer is late, and when it comes to nothing. */
import type { Page } from 'playwright-core';
import { holdBack, refuse } from './answers.ts';

interface FailingAnswers {
  /** While the answer has not come. */
  late?: () => Promise<void>;
  /** Once it has come and is a refusal. */
  refused: () => Promise<void>;
  /** By default, that someone asks too often, which may happen anywhere. */
  problem?: { code: string; status: number };
}

/** Afterwards answers go through again. @param path of the API, such as `/sessions` */
export async function whileFailing(
  page: Page,
  path: string,
  { late, refused, problem }: FailingAnswers,
): Promise<void> {
  const answerAgain = await refuse(page.context(), path, problem ?? {});
  const release = late ? await holdBack(page.context(), path) : () => {};
  await late?.();
  release();
  await refused();
  await answerAgain();
}
