export function findFocus(
  target: unknown,
  isStart: boolean,
): 'here' | 'earlier' | 'later' | 'earlier in group' | 'later in group' | 'round' | 'gone';
export function stopsBefore(target: unknown): number;
export function untilListHasFocus(target: unknown): Promise<void>;
export function appearanceOf(target: unknown): { look: string; isFocused: boolean };
export function whatHidesFocus(): Promise<string | null>;
export function keyOf(target: unknown): 'Enter' | 'Space' | null;
export function hasText(field: unknown): boolean;
