import { Migration } from '@mikro-orm/migrations';

const COLUMNS = 'row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean';

const body = (columns: string, values: string) => `
  create function load_switch(which uuid, hold boolean) returns table (${columns}) language plpgsql as $$
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
          select 1 from handover h where h.user_id = which and h.status not in ('completed', 'cancelled'))${values}
      from switch s join "user" u on u.id = s.user_id where s.user_id = which;
  end
  $$`;

/**
 * Who holds a switch mostly records what they do with it: the end of the owner's log comes with the row, locked after
 * it, which saves each step a round trip. What older versions read of it is as it was.
 */
export class Migration20261126000001_load_switch_log_end extends Migration {
  override up(): void {
    this.addSql('drop function load_switch');
    this.addSql(body(`${COLUMNS}, log_end text`, ', case when hold then chain_end(which) end'));
  }

  override down(): void {
    this.addSql('drop function load_switch');
    this.addSql(body(COLUMNS, ''));
  }
}
