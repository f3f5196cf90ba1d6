/** `node dev/run.mjs scripts/decisions.ts`: writes docs/decisions/README.md, the index of the decisions. */
import { writeFileSync } from 'node:fs';
import { decisions, INDEX, indexOf } from './decisions/records.ts';

writeFileSync(INDEX, indexOf(decisions()));
