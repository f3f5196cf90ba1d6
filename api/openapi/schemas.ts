/** The shapes that answers share, under the names by which the document and generated clients know them. */
import { ProblemBody } from '../route-errors.ts';
import { UserBody } from '../routes/auth/schema.ts';
import { HandoverShape } from '../routes/handover/schema.ts';
import { Settings } from '../routes/inactivity/schema.ts';
import { Successor } from '../routes/successors/schema.ts';
import { Entry } from '../routes/vault/schema.ts';

export const SCHEMAS = {
  Problem: ProblemBody,
  User: UserBody,
  Entry,
  Successor,
  Settings,
  Handover: HandoverShape,
};
