import { Migration } from '@mikro-orm/migrations';

const loadSwitch = (successor: string) => `
  create or replace function load_switch(which uuid, locked boolean) returns table (
    row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean
  ) language plpgsql as $$
  begin
    if locked then
      perform 1 from switch where user_id = which for update;
    end if;
    return query
      select row_to_json(s), u.email_verified_at is not null,
        (select coalesce(json_agg(json_build_object(${successor}) order by p.id), '[]')
           from successor p
           where p.user_id = which and p.verified_at is not null and p.opted_out_at is null),
        s.status = 'completed' or exists (
          select 1 from handover h where h.user_id = which and h.status not in ('completed', 'cancelled'))
      from switch s join "user" u on u.id = s.user_id where s.user_id = which;
  end
  $$`;

const ID_AND_DELAY = `'id', p.id, 'handoverDelayDays', p.handover_delay_days`;

/** A switch knows which successors hold a share, because a quorum without them opens nothing. */
export class Migration20261123000005_wait_for_holders extends Migration {
  override up(): void {
    this.addSql(loadSwitch(`${ID_AND_DELAY}, 'holdsShare', p.encrypted_share is not null`));
  }

  override down(): void {
    this.addSql(loadSwitch(ID_AND_DELAY));
  }
}
