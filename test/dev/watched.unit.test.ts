import { expect, test } from '@jest/globals';
import { CODE, IS_CODE } from '../../dev/start/watch.ts';
import { importsOf, loads } from '../support/loads.ts';

/** The web app comes from Vite, the pages in `site` are read for each request, and a release writes the version. */
const NOT_CODE = ['package.json', 'site', 'web'];

/** The worker bundles workflows and does not import them. */
const PROGRAMS = { api: ['api/main.ts'], worker: ['worker/main.ts', 'workflows/index.ts'] };

test.each(['api', 'worker'] as const)(
  'npm run dev watches all code that the %s loads, and no other',
  (name) => {
    const imports = importsOf(PROGRAMS[name]);
    const loaded = PROGRAMS[name].flatMap((program) => [...loads(program, imports).files]);
    const code = loaded.filter((path) => !NOT_CODE.includes(path.split('/')[0]!));
    expect([...new Set(code.map((path) => path.split('/')[0]))].sort()).toEqual([...CODE[name]].sort());
    expect(code.filter((path) => path.includes('.') && !IS_CODE.test(path))).toEqual([]);
  },
);
