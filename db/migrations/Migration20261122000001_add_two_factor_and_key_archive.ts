import { Migration } from '@mikro-orm/migrations';

/** Second factors, changes of address that wait for their mailbox, and key bundles that a reset put away. */
export class Migration20261122000001_add_two_factor_and_key_archive extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column password_reset_at timestamptz');
    this.addSql(`
      create table two_factor (
        user_id uuid primary key references "user" on delete cascade,
        secret text,
        last_step int,
        pending_secret text,
        pending_at timestamptz
      )`);
    this.addSql(`
      create table recovery_code (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        hash bytea not null,
        used_at timestamptz,
        unique (user_id, hash)
      )`);
    this.addSql(`
      create table email_change (
        user_id uuid primary key references "user" on delete cascade,
        email text not null,
        auth_hash text not null,
        salt text not null,
        key_bundle json,
        session_id uuid not null,
        requested_at timestamptz not null
      )`);
    this.addSql(`
      create table key_bundle_archive (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        key_bundle json not null,
        email text not null,
        salt text not null,
        archived_at timestamptz not null
      )`);
    this.addSql('create index on key_bundle_archive (user_id, archived_at)');
  }

  override down(): void {
    this.addSql('drop table key_bundle_archive, email_change, recovery_code, two_factor');
    this.addSql('alter table "user" drop column password_reset_at');
  }
}
