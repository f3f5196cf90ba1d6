export function outlineOf(element: unknown): string;
export function edgeOf(element: unknown): string;
export function longestAnimation(): number;
export function isFocused(element: unknown): boolean;
