import { Migration } from '@mikro-orm/migrations';

/** Every table of the service. Moments are timestamptz, written by the domain's clock and never by SQL now(). */
export class Migration20261121000000_initial extends Migration {
  override up(): void {
    this.addSql(`
      create table "user" (
        id uuid primary key,
        email text not null unique,
        name text not null,
        auth_hash text not null,
        salt text not null,
        key_bundle json,
        email_verified_at timestamptz,
        two_factor_enabled boolean not null default false,
        plan text,
        created_at timestamptz not null
      )`);
    this.addSql(`
      create table session (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        kind text not null check (kind in ('browser', 'bearer')),
        refresh_hash bytea not null,
        ip_address text,
        user_agent text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz
      )`);
    this.addSql('create unique index on session (refresh_hash)');
    this.addSql('create index on session (user_id)');
    this.addSql(`
      create table vault_entry (
        user_id uuid not null references "user" on delete cascade,
        id uuid not null,
        encrypted_data text not null,
        iv text not null,
        salt text not null,
        algorithm text not null,
        category text not null,
        tags text[] not null default '{}',
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`);
    this.addSql('create index on vault_entry (user_id, created_at, id)');
    this.addSql(`
      create table successor (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        email text not null,
        name text not null,
        verified_at timestamptz,
        opted_out_at timestamptz,
        handover_delay_days int not null default 0,
        restrict_to_assigned_entries boolean not null default true,
        public_key text,
        public_key_salt text,
        key_pinned_at timestamptz,
        encrypted_share text,
        shares_stale boolean not null default false,
        created_at timestamptz not null,
        unique (user_id, email)
      )`);
    this.addSql(`
      create table assigned_entry (
        successor_id uuid not null references successor on delete cascade,
        entry_id uuid not null,
        user_id uuid not null,
        envelope text,
        primary key (successor_id, entry_id),
        foreign key (user_id, entry_id) references vault_entry (user_id, id) on delete cascade
      )`);
    this.addSql('create index on assigned_entry (user_id, entry_id)');
    this.addSql(`
      create table switch (
        user_id uuid primary key references "user" on delete cascade,
        status text not null check (status in ('off', 'armed', 'reminding', 'grace_period',
          'awaiting_successors', 'released', 'completed', 'paused')),
        epoch int not null,
        seq int not null,
        last_seen_at timestamptz not null,
        clock_started_at timestamptz not null,
        threshold_days int not null,
        reminder_percents int[] not null,
        quorum int not null,
        access_days int not null,
        reminders_accepted int not null default 0,
        last_reminder_at timestamptz,
        final_notice_at timestamptz,
        paused_at timestamptz,
        paused_until timestamptz,
        pause_reminders int not null default 0,
        next_event_at timestamptz
      )`);
    this.addSql(`create index on switch (next_event_at) where status not in ('off', 'completed')`);
    this.addSql(`
      create table handover (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        epoch int not null,
        status text not null check (status in ('grace_period', 'awaiting_successors', 'released',
          'completed', 'cancelled')),
        quorum int not null,
        started_at timestamptz not null,
        grace_ended_at timestamptz,
        released_at timestamptz,
        completed_at timestamptz,
        cancelled_at timestamptz,
        cancel_reason text,
        cancel_note text
      )`);
    // One open handover per owner, whatever the code does.
    this.addSql(`create unique index on handover (user_id) where status not in ('completed', 'cancelled')`);
    this.addSql('create index on handover (user_id, started_at)');
    this.addSql(`
      create table invitee (
        handover_id uuid not null references handover on delete cascade,
        successor_id uuid not null references successor on delete cascade,
        handover_delay_days int not null,
        invitations_sent int not null default 0,
        invited_at timestamptz,
        response text check (response in ('accept', 'decline')),
        responded_at timestamptz,
        message text,
        reshares json,
        access_ends_at timestamptz,
        last_access_at timestamptz,
        primary key (handover_id, successor_id)
      )`);
    this.addSql('create index on invitee (successor_id)');
    this.addSql(`
      create table token (
        id uuid primary key,
        hash bytea not null unique,
        purpose text not null,
        user_id uuid not null references "user" on delete cascade,
        successor_id uuid references successor on delete cascade,
        handover_id uuid references handover on delete cascade,
        epoch int,
        expires_at timestamptz,
        consumed_at timestamptz,
        created_at timestamptz not null
      )`);
    this.addSql('create index on token (user_id, purpose)');
    this.addSql('create index on token (successor_id)');
    this.addSql('create index on token (handover_id)');
    this.addSql(`
      create table mail (
        id uuid primary key,
        key text not null unique,
        kind text not null,
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
        created_at timestamptz not null,
        accepted_at timestamptz
      )`);
    this.addSql('create index on mail (user_id)');
    this.addSql('create index on mail (handover_id, successor_id)');
    this.addSql(`create index on mail (created_at) where status = 'queued'`);
    this.addSql(`
      create table activity (
        id bigint generated always as identity primary key,
        user_id uuid not null references "user" on delete cascade,
        type text not null,
        at timestamptz not null,
        ip_address text,
        user_agent text,
        detail json not null,
        signature text not null
      )`);
    this.addSql('create index on activity (user_id, id)');
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
    this.addSql(`
      create table liveness (
        id uuid primary key,
        service text not null check (service in ('api', 'mail')),
        started_at timestamptz not null,
        beat_at timestamptz not null
      )`);
    this.addSql('create index on liveness (service, beat_at)');
  }

  override down(): void {
    this.addSql(`
      drop table liveness, outbox, activity, mail, token, invitee, handover, switch, assigned_entry,
        successor, vault_entry, session, "user"`);
  }
}
