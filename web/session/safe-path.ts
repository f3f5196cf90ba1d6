/** Where to go after coming in. Only our own pages. */
export const safePath = (next: string | null): string => (next && /^\/(?![/\\])/.test(next) ? next : '/');
