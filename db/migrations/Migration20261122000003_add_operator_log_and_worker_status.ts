import { Migration } from '@mikro-orm/migrations';

/** What operators did, what workers say of Temporal, and an index that counting mails reads alone. */
export class Migration20261122000003_add_operator_log_and_worker_status extends Migration {
  override up(): void {
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
    // Append-only, whatever the code does: only who may drop the trigger can rewrite what was done.
    this.addSql(`
      create function operator_log_is_append_only() returns trigger language plpgsql as $$
      begin
        raise exception 'operator_log is append-only';
      end $$`);
    this.addSql(`
      create trigger append_only before update or delete or truncate on operator_log
      for each statement execute function operator_log_is_append_only()`);
    this.addSql(`
      create table worker_status (
        id uuid primary key,
        reported_at timestamptz not null,
        pollers int not null,
        polled_at timestamptz,
        backlog int,
        clock_skew_ms int not null
      )`);
    this.addSql('create index on mail (status, kind)');
    this.addSql(`create index on mail (created_at) where status = 'queued'`);
  }

  override down(): void {
    this.addSql('drop index mail_status_kind_idx, mail_created_at_idx');
    this.addSql('drop table worker_status, operator_log');
    this.addSql('drop function operator_log_is_append_only');
  }
}
