/** How these pages call the API: for the reader of a mail, whoever is logged in on this device. */
export const AS_VISITOR = { credentials: 'omit', cache: 'no-store' } as const;
