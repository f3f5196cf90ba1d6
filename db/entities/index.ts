import { Activity } from './activity.ts';
import { AssignedEntry } from './assigned-entry.ts';
import { Handover } from './handover.ts';
import { Invitee } from './invitee.ts';
import { Liveness } from './liveness.ts';
import { Mail } from './mail.ts';
import { Outbox } from './outbox.ts';
import { RemovedActivity } from './removed-activity.ts';
import { Session } from './session.ts';
import { Successor } from './successor.ts';
import { Switch } from './switch.ts';
import { Token } from './token.ts';
import { User } from './user.ts';
import { VaultEntry } from './vault-entry.ts';

/** Every table. */
export const entities = [
  User,
  RemovedActivity,
  Session,
  VaultEntry,
  Successor,
  AssignedEntry,
  Switch,
  Handover,
  Invitee,
  Token,
  Mail,
  Activity,
  Outbox,
  Liveness,
];
