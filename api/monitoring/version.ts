import { readFileSync } from 'node:fs';

const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of the service, from its package. */
export const version = own;
