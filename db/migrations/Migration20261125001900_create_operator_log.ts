import { Migration } from '@mikro-orm/migrations';

/** The log of everything that operators did. */
export class Migration20261125001900_create_operator_log extends Migration {
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
    this.addSql('drop table operator_log');
    this.addSql('drop function operator_log_is_append_only');
  }
}
