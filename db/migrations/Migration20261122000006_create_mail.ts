import { Migration } from '@mikro-orm/migrations';

/** Mails, the tokens in their links, and messages for Temporal. */
export class Migration20261122000006_create_mail extends Migration {
  override up(): void {
    // What SQL has to know about each kind of mail. A migration that adds a kind adds its row.
    // - account_queue: goes out on the task queue of account mail
    // - follows_owner: goes wherever the owner is now; other mails are about the address they were queued for
    // - awaited: a release or a successor waits for it, so we try it forever
    this.addSql(`
      create table mail_kind (
        name text primary key,
        account_queue boolean not null default false,
        follows_owner boolean not null default false,
        awaited boolean not null default false
      )`);
    this.addSql(`
      insert into mail_kind (name, account_queue, follows_owner, awaited) values
        ('verify_email',           true,  false, false),
        ('account_exists',         true,  false, false),
        ('password_reset',         true,  false, false),
        ('email_change',           true,  false, false),
        ('email_change_notice',    true,  false, false),
        ('successor_verification', true,  false, false),
        ('security_change',        true,  false, false),
        ('farewell',               true,  false, false),
        ('payment_failed',         true,  true,  false),
        ('reminder',               false, true,  true),
        ('final_notice',           false, true,  true),
        ('pause_reminder',         false, true,  false),
        ('owner_alive',            false, true,  false),
        ('switch_off',             false, true,  false),
        ('successor_opted_out',    false, true,  false),
        ('access_notice',          false, true,  false),
        ('invitation',             false, false, true),
        ('access',                 false, false, true),
        ('rehearsal',              false, false, false),
        ('handover_cancelled',     false, false, false),
        ('owner_unreachable',      false, false, false)`);
    // No references to rows, because a farewell outlives its account.
    this.addSql(`
      create table mail (
        id uuid primary key,
        key text not null unique,
        kind text not null references mail_kind,
        recipient text not null,
        user_id uuid not null,
        successor_id uuid,
        handover_id uuid,
        epoch int,
        data json not null,
        status text not null check (status in ('queued', 'accepted', 'obsolete')),
        attempts int not null default 0,
        last_error text,
        claimed_until timestamptz,
        refused_since timestamptz,
        refused_days int not null default 0,
        refused_day_at timestamptz,
        permanent_refusals int not null default 0,
        permanent_since timestamptz,
        rests_until timestamptz,
        created_at timestamptz not null,
        accepted_at timestamptz
      )`);
    this.addSql('create index on mail (user_id)');
    this.addSql('create index on mail (handover_id, successor_id)');
    this.addSql('create index on mail (status, kind)');
    this.addSql(`create index on mail (created_at) where status = 'queued'`);
    // Few mails are being refused, among all that ever went out.
    this.addSql(
      `create index mail_refused_idx on mail (user_id) where refused_since is not null and status <> 'accepted'`,
    );
    // Asked for every refused warning: does the mail server accept other mails, and has this address ever accepted one?
    this.addSql(`create index on mail (accepted_at desc) where status = 'accepted'`);
    this.addSql(`create index mail_recipient_idx on mail (recipient, accepted_at) where status = 'accepted'`);
    this.addSql(`
      create table token (
        id uuid primary key,
        hash bytea not null unique,
        purpose text not null,
        user_id uuid not null references "user" on delete cascade,
        successor_id uuid references successor on delete cascade,
        handover_id uuid references handover on delete cascade,
        registration_id uuid references registration on delete cascade,
        epoch int,
        expires_at timestamptz,
        consumed_at timestamptz,
        created_at timestamptz not null
      )`);
    this.addSql('create index on token (user_id, purpose)');
    this.addSql('create index on token (successor_id)');
    this.addSql('create index on token (handover_id)');
    this.addSql('create index on token (registration_id) where registration_id is not null');
    this.addSql(`
      create table outbox (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('switch', 'mail', 'account_mail')),
        subject_id uuid not null,
        seq int not null,
        attempts int not null default 0,
        created_at timestamptz not null
      )`);
    this.addSql('create index on outbox (attempts, id)');
    this.addSql('create index on outbox (subject_id)');
  }

  override down(): void {
    this.addSql('drop table outbox, token, mail, mail_kind');
  }
}
