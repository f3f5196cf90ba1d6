import { readFileSync } from 'node:fs';

const ownPackage = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of the service, from its package. */
export const { version } = JSON.parse(ownPackage) as { version: string };
