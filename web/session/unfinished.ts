/** Who was about to open an account in this tab, so that a reload doesn't lose it. Their code and keys are not kept. */
import { tabStorage } from '../app/site-storage.ts';

const KEY = 'registration';

export interface Unfinished {
  name: string;
  email: string;
}

export const keepUnfinished = (unfinished: Unfinished): void =>
  tabStorage().setItem(KEY, JSON.stringify(unfinished));

export const forgetUnfinished = (): void => tabStorage().removeItem(KEY);

export function readUnfinished(): Unfinished | null {
  const kept = tabStorage().getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Unfinished);
}
