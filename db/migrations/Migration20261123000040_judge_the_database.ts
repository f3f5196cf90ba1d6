import { Migration } from '@mikro-orm/migrations';

/**
 * Nothing goes on in a database that reconcile hasn't judged: a promoted replica or a loaded dump may lack signs of life.
 * What housekeeping failed to do is noted, because it stops nothing any more.
 */
export class Migration20261123000040_judge_the_database extends Migration {
  override up(): void {
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
    // What a managed PostgreSQL withholds is null. The current WAL file shows a promotion at once; the last checkpoint doesn't.
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
    this.addSql('create table failing_chore (name text primary key, since timestamptz not null)');
  }

  override down(): void {
    this.addSql('drop function is_judged, present_database');
    this.addSql('drop table judged_database, failing_chore');
  }
}
