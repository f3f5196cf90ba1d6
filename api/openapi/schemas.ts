/** The shapes that bodies share, with the names they have in the document and in generated clients. */
import { z } from 'zod';
import { planName } from '../billing/plans.ts';
import { FieldErrorBody, ProblemBody } from '../http/route-errors.ts';
import { language, messageBody, switchStatus } from '../http/schemas.ts';
import { ActivityRecord, activityType } from '../routes/activity/schema.ts';
import { AdminUser, OutageCount, Service, Stats } from '../routes/admin/schema.ts';
import {
  ArchivedKeyBundle,
  ChangePasswordBody,
  KeyDerivation,
  keyBundle,
  LoggedIn,
  LoginBody,
  ProfileBody,
  RegisterBody,
  ResetPasswordBody,
  UserBody,
} from '../routes/auth/schema.ts';
import { Automation } from '../routes/automations/schema.ts';
import { Channel } from '../routes/channels/schema.ts';
import { File } from '../routes/files/schema.ts';
import { HandoverShape, ReadableEntry } from '../routes/handover/schema.ts';
import { Health, HealthCheck } from '../routes/health/schema.ts';
import {
  Credit,
  hold,
  PauseBody,
  Settings,
  SettingsChange,
  SettingsChanged,
  TimelineEvent,
} from '../routes/inactivity/schema.ts';
import { Passkey } from '../routes/passkeys/schema.ts';
import { Session } from '../routes/sessions/schema.ts';
import {
  ChangedSuccessor,
  ContactAnswer,
  NewSuccessor,
  Successor,
  SuccessorAnswer,
  SuccessorWritten,
} from '../routes/successors/schema.ts';
import {
  ChangedEntry,
  Entry,
  EntryAnswer,
  EntryWritten,
  Export,
  ExportedEntry,
  ExportedFile,
  Import,
  ImportedEntry,
  NewEntry,
  TrashedEntry,
} from '../routes/vault/schema.ts';

const SCHEMAS: Record<string, z.ZodType> = {
  Problem: ProblemBody,
  FieldError: FieldErrorBody,
  Message: messageBody,
  Registration: RegisterBody,
  Login: LoginBody,
  LoggedIn,
  User: UserBody,
  ProfileChange: ProfileBody,
  PasswordChange: ChangePasswordBody,
  PasswordReset: ResetPasswordBody,
  Language: language,
  KeyBundle: keyBundle,
  KeyDerivation,
  ArchivedKeyBundle,
  Plan: planName,
  Passkey,
  Automation,
  Channel,
  ContactAnswer,
  Session,
  Entry,
  NewEntry,
  ChangedEntry,
  EntryAnswer,
  EntryWritten,
  TrashedEntry,
  Import,
  ImportedEntry,
  ExportedEntry,
  ExportedFile,
  Export,
  StoredFile: File,
  Successor,
  NewSuccessor,
  ChangedSuccessor,
  SuccessorAnswer,
  SuccessorWritten,
  SwitchStatus: switchStatus,
  Hold: hold,
  Settings,
  SettingsChange,
  SettingsChanged,
  Pause: PauseBody,
  Credit,
  TimelineEvent,
  Handover: HandoverShape,
  ReadableEntry,
  ActivityType: activityType,
  ActivityRecord,
  AdminUser,
  Statistics: Stats,
  ServiceLiveness: Service,
  OutageCount,
  Health,
  HealthCheck,
};

/** Registers the names. Those that a route uses become components of its document. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(SCHEMAS)) {
    if (schema.meta()?.id !== id) schema.register(z.globalRegistry, { ...schema.meta(), id });
  }
}
