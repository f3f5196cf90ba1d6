/** Who was about to open an account in this tab, so that a reload doesn't lose it. Their code and keys are not kept. */
import { keptInTab } from '../app/kept.ts';

const KEY = 'registration';

export interface Unfinished {
  name: string;
  email: string;
}

export const keepUnfinished = (unfinished: Unfinished): void =>
  keptInTab().setItem(KEY, JSON.stringify(unfinished));

export const forgetUnfinished = (): void => keptInTab().removeItem(KEY);

export function readUnfinished(): Unfinished | null {
  const kept = keptInTab().getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Unfinished);
}
