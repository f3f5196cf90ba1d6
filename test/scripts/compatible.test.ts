/** Which changes of the document break clients. Needs Go, which builds oasdiff: without it, these tests are skipped. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { silent } from '../../dev/cli/progress.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { compareDocuments, findOasdiff } from '../../scripts/compatible.ts';

interface Operation {
  responses: Record<string, { $ref: string }>;
}
interface Component {
  enum: string[];
  properties: Record<string, object>;
  required: string[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Component> };
}
type Change = [what: string, change: (document: Document) => unknown];

const found = await findOasdiff(silent).catch((error: Error) => error);
const why = found instanceof Error ? ` [not played: ${found.message}]` : '';
const check = found instanceof Error ? test.skip : test;

const released = await readFile(join(checkout, 'docs', 'openapi.json'), 'utf8');

/** Compares the document with itself after a change. */
async function compareAfter(change: Change[1]): Promise<void> {
  const document = JSON.parse(released) as Document;
  change(document);
  await compareDocuments(String(found), released, JSON.stringify(document));
}

check.each<Change>([
  [
    'add error codes to an operation',
    ({ paths }) => {
      const { responses } = paths['/activity/check-in']!.post!;
      responses['401'] = paths['/auth/login']!.post!.responses['401']!;
      responses['410'] = paths['/auth/verify-email']!.get!.responses['410']!;
    },
  ],
  [
    'change what the dashboard shows',
    ({ components: { schemas } }) => {
      schemas.Statistics!.properties = {};
      schemas.Statistics!.required = [];
    },
  ],
])(`a minor version may %s${why}`, async (_, change) => {
  await compareAfter(change);
});

check.each<[...Change, rule: string]>([
  [
    'add a value to a closed list of a successful response',
    ({ components }) => components.schemas.SwitchStatus!.enum.push('asleep'),
    'response-property-enum-value-added',
  ],
  [
    'remove a field of a successful response',
    ({ components: { schemas } }) => {
      delete schemas.Settings!.properties.deadline;
      schemas.Settings!.required = schemas.Settings!.required.filter((name) => name !== 'deadline');
    },
    'response-required-property-removed',
  ],
  [
    'remove an operation',
    ({ paths }) => delete paths['/activity/check-in']!.post,
    'api-removed-without-deprecation',
  ],
])(`a minor version may not %s${why}`, async (_, change, rule) => {
  await expect(compareAfter(change)).rejects.toMatchObject({ output: expect.stringContaining(rule) });
});
