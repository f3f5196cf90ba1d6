import { Migration } from '@mikro-orm/migrations';

/** When the service was up, what workers report, and what operators did. */
export class Migration20261122000008_create_operations extends Migration {
  override up(): void {
    this.addSql(`
      create table liveness (
        id uuid primary key,
        service text not null check (service in ('api', 'mail', 'public')),
        started_at timestamptz not null,
        beat_at timestamptz not null
      )`);
    this.addSql('create index on liveness (service, beat_at)');
    this.addSql('create index liveness_started_at_idx on liveness (service, started_at)');
    this.addSql(`
      create table watched_address (
        id uuid primary key,
        address text,
        since timestamptz not null,
        answered_at timestamptz
      )`);
    this.addSql(`
      create table worker_status (
        id uuid primary key,
        reported_at timestamptz not null,
        pollers int not null,
        polled_at timestamptz,
        backlog int,
        clock_skew_ms int not null
      )`);
    this.addSql(`
      create table counted (
        id int primary key check (id = 1),
        users int not null,
        verified int not null,
        switches json not null,
        mails json not null,
        counted_at timestamptz not null,
        took_ms int not null
      )`);
    // The first worker to start replaces it.
    this.addSql(`insert into counted values (1, 0, 0, '{}', '[]', 'epoch', 0)`);
    this.addSql(`
      create table operator_log (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        operator text not null,
        action text not null,
        user_id uuid,
        detail json not null,
        request_id text
      )`);
    this.addSql('create index on operator_log (user_id, id)');
    // Append-only, whatever the code does. Only a role that may drop the trigger can rewrite it.
    this.addSql(`
      create function operator_log_is_append_only() returns trigger language plpgsql as $$
      begin
        raise exception 'operator_log is append-only';
      end
      $$`);
    this.addSql(`
      create trigger append_only before update or delete or truncate on operator_log
        for each statement execute function operator_log_is_append_only()`);
  }

  override down(): void {
    this.addSql('drop table operator_log, counted, worker_status, watched_address, liveness');
    this.addSql('drop function operator_log_is_append_only');
  }
}
