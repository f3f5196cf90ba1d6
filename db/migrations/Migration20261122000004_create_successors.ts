import { Migration } from '@mikro-orm/migrations';

/** Successors, what each may read, rehearsals with them, and opt-outs. */
export class Migration20261122000004_create_successors extends Migration {
  override up(): void {
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
        envelope_salt text,
        primary key (successor_id, entry_id),
        foreign key (user_id, entry_id) references vault_entry (user_id, id) on delete cascade
      )`);
    this.addSql('create index on assigned_entry (user_id, entry_id)');
    this.addSql(`
      create table rehearsal (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        successor_id uuid not null unique references successor on delete cascade,
        sample json,
        requested_at timestamptz not null,
        expires_at timestamptz not null,
        mail_accepted_at timestamptz,
        response text,
        responded_at timestamptz,
        opened_at timestamptz
      )`);
    this.addSql('create index on rehearsal (user_id)');
    this.addSql('create index on rehearsal (expires_at) where sample is not null');
    // No reference to the successor, whose row an opt-out outlives.
    this.addSql(`
      create table opt_out (
        id uuid primary key,
        mailbox bytea not null,
        user_id uuid references "user" on delete cascade,
        created_at timestamptz not null,
        unique nulls not distinct (mailbox, user_id)
      )`);
    this.addSql('create index on opt_out (user_id)');
  }

  override down(): void {
    this.addSql('drop table opt_out, rehearsal, assigned_entry, successor');
  }
}
