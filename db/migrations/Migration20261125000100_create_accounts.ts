import { Migration } from '@mikro-orm/migrations';

/** Accounts, the keys they had before, and second factors. */
export class Migration20261125000100_create_accounts extends Migration {
  override up(): void {
    // Finds part of an address or a name.
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(`
      create table "user" (
        id uuid primary key,
        email text not null unique,
        name text not null,
        language text not null default 'en',
        time_zone text not null default 'UTC',
        auth_hash text not null,
        salt text not null,
        kdf_version int not null default 1,
        key_bundle json,
        key_bundle_version int not null default 1,
        key_bundle_from_reset boolean not null default false,
        email_verified_at timestamptz,
        two_factor_enabled boolean not null default false,
        plan text,
        password_reset_at timestamptz,
        returned_at timestamptz(3),
        created_at timestamptz not null
      )`);
    // Redis knows locked addresses only by their hash, and the dashboard asks which accounts they belong to.
    this.addSql(`
      create function email_hash(email text) returns text language sql immutable parallel safe
      return encode(sha256(convert_to(email, 'UTF8')), 'hex')`);
    this.addSql('create index user_email_hash_idx on "user" (email_hash(email))');
    this.addSql('create index user_search_idx on "user" using gin (email gin_trgm_ops, name gin_trgm_ops)');
    // Each of these few accounts is found without reading past all the others.
    this.addSql('create index user_unverified_idx on "user" (id) where email_verified_at is null');
    this.addSql('create index on "user" (returned_at) where returned_at is not null');
    // Tells newer keys from older ones. A trigger counts, so that no statement can forget to.
    this.addSql(`
      create function count_key_bundle() returns trigger language plpgsql as $$
      begin
        new.key_bundle_version := old.key_bundle_version + 1;
        new.key_bundle_from_reset := new.password_reset_at is distinct from old.password_reset_at;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger count_key_bundle before update of key_bundle, salt, email on "user" for each row
        when (new.key_bundle::text is distinct from old.key_bundle::text
          or new.salt <> old.salt or new.email <> old.email)
        execute function count_key_bundle()`);
    this.addSql(`
      create table key_bundle_archive (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        key_bundle json not null,
        email text not null,
        salt text not null,
        from_reset boolean not null default false,
        reason text not null default 'replaced' check (reason in ('replaced', 'reset')),
        archived_at timestamptz not null
      )`);
    this.addSql('create index on key_bundle_archive (user_id, archived_at)');
    this.addSql(`
      create table registration (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        name text not null,
        language text not null default 'en',
        time_zone text not null default 'UTC',
        auth_hash text not null,
        salt text not null,
        kdf_version int not null default 1,
        key_bundle json,
        selector bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index on registration (user_id)');
    this.addSql('create index on registration (expires_at)');
    this.addSql(`
      create table account_invitation (
        id uuid primary key,
        hash bytea not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        user_id uuid references "user" on delete cascade
      )`);
    this.addSql('create index on account_invitation (user_id)');
    this.addSql('create index on account_invitation (expires_at)');
    this.addSql(`
      create table email_change (
        user_id uuid primary key references "user" on delete cascade,
        email text not null,
        auth_hash text not null,
        salt text not null,
        kdf_version int not null default 1,
        key_bundle json,
        session_id uuid not null,
        requested_at timestamptz not null
      )`);
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
      create table second_factor_removal (
        user_id uuid primary key references "user" on delete cascade,
        started_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql(`
      drop table second_factor_removal, recovery_code, two_factor, email_change, account_invitation, registration,
        key_bundle_archive, "user"`);
    this.addSql('drop function count_key_bundle, email_hash');
    this.addSql('drop extension pg_trgm');
  }
}
