import { Migration } from '@mikro-orm/migrations';

/**
 * How db/switch.ts reads a switch: a function, because PostgreSQL keeps its plan for each connection. Planning the
 * statement anew for every look took several times as long as running it.
 *
 * It is volatile, as functions are unless told: what it reads after waiting for the lock is what others committed
 * meanwhile. Nothing depends on it and it on nothing, so that the backup of an older version can be restored over it.
 */
export class Migration20261125000001_load_switch_in_one_query extends Migration {
  override up(): void {
    // The table is written anew, however long that takes; nobody waits for long behind it.
    this.addSql('set local statement_timeout = 0');
    this.addSql(`set local lock_timeout = '20s'`);
    // To the millisecond, as it is read: a change names the moment that it was based on, and has to find it again.
    this.addSql(`
      alter table switch alter column last_seen_at type timestamptz(3)
        using date_trunc('milliseconds', last_seen_at)`);
    this.addSql(`
      create or replace function load_switch(which uuid, hold boolean) returns table (
        row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean
      ) language plpgsql as $$
      begin
        if hold then
          perform 1 from switch where user_id = which for update;
        end if;
        return query
          select row_to_json(s), u.email_verified_at is not null,
            (select coalesce(
                 json_agg(json_build_object('id', p.id, 'handoverDelayDays', p.handover_delay_days) order by p.id), '[]')
               from successor p
               where p.user_id = which and p.verified_at is not null and p.opted_out_at is null),
            s.status = 'completed' or exists (
              select 1 from handover h where h.user_id = which and h.status not in ('completed', 'cancelled'))
          from switch s join "user" u on u.id = s.user_id where s.user_id = which;
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop function load_switch');
    this.addSql('alter table switch alter column last_seen_at type timestamptz');
  }
}
