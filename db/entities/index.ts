import { AccountInvitation } from './account-invitation.ts';
import { Activity } from './activity.ts';
import { AssignedEntry } from './assigned-entry.ts';
import { Automation } from './automation.ts';
import { BillingEvent } from './billing-event.ts';
import { BrokenLog } from './broken-log.ts';
import { Channel } from './channel.ts';
import { ContactQuestion } from './contact-question.ts';
import { Counted } from './counted.ts';
import { EmailChange } from './email-change.ts';
import { FailingChore } from './failing-chore.ts';
import { File } from './file.ts';
import { Handover } from './handover.ts';
import { Invitee } from './invitee.ts';
import { JudgedDatabase } from './judged-database.ts';
import { KeyBundleArchive } from './key-bundle-archive.ts';
import { LastBackup } from './last-backup.ts';
import { Liveness } from './liveness.ts';
import { LogCheck } from './log-check.ts';
import { Mail } from './mail.ts';
import { MailTraits } from './mail-kind.ts';
import { OperatorLog } from './operator-log.ts';
import { OptOut } from './opt-out.ts';
import { Outbox } from './outbox.ts';
import { Passkey } from './passkey.ts';
import { RecoveryCode } from './recovery-code.ts';
import { Registration } from './registration.ts';
import { Rehearsal } from './rehearsal.ts';
import { Removal } from './removal.ts';
import { RemovedActivity } from './removed-activity.ts';
import { RemovedFile } from './removed-file.ts';
import { Restoration } from './restoration.ts';
import { SecondFactorRemoval } from './second-factor-removal.ts';
import { Session } from './session.ts';
import { StagedEntry } from './staged-entry.ts';
import { StagedEnvelope } from './staged-envelope.ts';
import { Subscription } from './subscription.ts';
import { Successor } from './successor.ts';
import { SuccessorList } from './successor-list.ts';
import { Switch } from './switch.ts';
import { Token } from './token.ts';
import { TrashedEntry } from './trashed-entry.ts';
import { TwoFactor } from './two-factor.ts';
import { User } from './user.ts';
import { VaultEntry } from './vault-entry.ts';
import { VaultSize } from './vault-size.ts';
import { WatchedAddress } from './watched-address.ts';
import { WorkerStatus } from './worker-status.ts';

/** All tables. */
export const entities = [
  User,
  BrokenLog,
  LogCheck,
  Registration,
  RemovedActivity,
  Removal,
  Session,
  Passkey,
  Automation,
  VaultEntry,
  VaultSize,
  TrashedEntry,
  File,
  RemovedFile,
  StagedEntry,
  StagedEnvelope,
  Successor,
  SuccessorList,
  OptOut,
  AssignedEntry,
  Rehearsal,
  ContactQuestion,
  Switch,
  Handover,
  Invitee,
  Token,
  Mail,
  MailTraits,
  AccountInvitation,
  Activity,
  Outbox,
  Liveness,
  Subscription,
  BillingEvent,
  Channel,
  TwoFactor,
  RecoveryCode,
  SecondFactorRemoval,
  EmailChange,
  KeyBundleArchive,
  OperatorLog,
  WorkerStatus,
  WatchedAddress,
  Counted,
  Restoration,
  JudgedDatabase,
  FailingChore,
  LastBackup,
];
