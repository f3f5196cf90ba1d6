import { Migration } from '@mikro-orm/migrations';

/** Restored backups: how a database is recognised as one, and how its switches start over. */
export class Migration20261125001600_create_restorations extends Migration {
  override up(): void {
    // Nothing goes on in a database that reconcile hasn't judged: a promoted replica or a loaded dump may lack signs of life.
    this.addSql(`
      create table judged_database (
        id int primary key check (id = 1),
        system text,
        timeline int,
        tables text not null,
        is_behind boolean not null default false,
        compared_with text,
        moved_at timestamptz(3),
        judged_at timestamptz not null default clock_timestamp()
      )`);
    // Values that a managed PostgreSQL withholds are null. The current WAL file shows a promotion at once; the last
    // checkpoint doesn't.
    this.addSql(`
      create function present_database() returns table (system text, timeline int, tables text, written text)
      language plpgsql as $$
      begin
        tables := (select oid from pg_database where datname = current_database()) || '/' || to_regclass('switch')::oid;
        begin
          system := (select system_identifier from pg_control_system());
        exception when insufficient_privilege or undefined_function or feature_not_supported
          or object_not_in_prerequisite_state then null;
        end;
        begin
          timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;
        exception when insufficient_privilege or undefined_function or feature_not_supported
          or object_not_in_prerequisite_state then null;
        end;
        begin
          written := pg_current_wal_flush_lsn() - '0/0';
        exception when insufficient_privilege or undefined_function or feature_not_supported
          or object_not_in_prerequisite_state then null;
        end;
        return next;
      end
      $$`);
    this.addSql(`
      create function is_judged() returns boolean language plpgsql as $$
      begin
        return exists (
          select 1 from judged_database judged, present_database() present
          where not judged.is_behind and judged.tables = present.tables
            and coalesce(judged.system = present.system, true)
            and coalesce(judged.timeline = present.timeline, true));
      end
      $$`);
    this.addSql(`
      create table restoration (
        id uuid primary key,
        reason text not null check (reason in ('older', 'timeline', 'operator', 'moved')),
        restored_at timestamptz(3) not null,
        day_ms double precision not null default 86400000,
        known_until timestamptz,
        after_user_id uuid,
        started_over int not null default 0,
        claimed_by uuid,
        claimed_until timestamptz,
        done_at timestamptz,
        told_after uuid,
        told int not null default 0,
        told_at timestamptz
      )`);
    // At most one open: a later one replaces it.
    this.addSql('create unique index restoration_open_idx on restoration ((true)) where done_at is null');
    this.addSql(`
      create function restoring() returns timestamptz language plpgsql as $$
      begin
        return (select restored_at from restoration where done_at is null);
      end
      $$`);
    this.addSql(`
      create function open_restoration() returns json language plpgsql as $$
      begin
        return (select json_build_object('at', extract(epoch from restored_at) * 1000, 'dayMs', day_ms)
          from restoration where done_at is null);
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop table restoration, judged_database');
    this.addSql('drop function open_restoration, restoring, is_judged, present_database');
  }
}
