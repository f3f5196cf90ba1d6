import { Migration } from '@mikro-orm/migrations';

/** Accounts, and what is needed to log in to them. */
export class Migration20261122000001_create_accounts extends Migration {
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
        password_reset_at timestamptz,
        created_at timestamptz not null
      )`);
    // Redis knows locked addresses by their hash, and the dashboard asks whose they are.
    this.addSql(`
      create function email_hash(email text) returns text language sql immutable parallel safe
      return encode(sha256(convert_to(email, 'UTF8')), 'hex')`);
    this.addSql('create index user_email_hash_idx on "user" (email_hash(email))');
    this.addSql(`
      create table registration (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        name text not null,
        auth_hash text not null,
        salt text not null,
        key_bundle json,
        selector bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index on registration (user_id)');
    this.addSql(`
      create table session (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        kind text not null check (kind in ('browser', 'app', 'bearer')),
        refresh_hash bytea not null,
        rotated_at timestamptz,
        ip_address text,
        user_agent text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        confirmed_at timestamptz
      )`);
    this.addSql('create unique index on session (refresh_hash)');
    this.addSql('create index on session (user_id)');
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
    this.addSql(
      'drop table key_bundle_archive, email_change, recovery_code, two_factor, session, registration, "user"',
    );
    this.addSql('drop function email_hash');
  }
}
