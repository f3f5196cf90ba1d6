import { Migration } from '@mikro-orm/migrations';

/** The switch of each owner. */
export class Migration20261125000900_create_switches extends Migration {
  override up(): void {
    // Some moments are exact to the millisecond, as JavaScript reads them: a change names the moment it was based on, and
    // must find it again.
    this.addSql(`
      create table switch (
        user_id uuid primary key references "user" on delete cascade,
        status text not null check (status in ('off', 'armed', 'reminding', 'grace_period',
          'awaiting_successors', 'released', 'completed', 'paused')),
        epoch int not null,
        seq int not null,
        last_seen_at timestamptz(3) not null,
        seen_in_person_at timestamptz(3) not null,
        link_used_at timestamptz(3),
        clock_started_at timestamptz not null,
        threshold_days int not null,
        reminder_percents int[] not null,
        quorum int not null,
        access_days int not null,
        check_in_by_link boolean not null default true,
        contact_months int not null default 12 check (contact_months between 3 and 24),
        reminders_accepted int not null default 0,
        last_reminder_at timestamptz,
        final_notice_at timestamptz,
        undeliverable_at timestamptz,
        returned_at timestamptz,
        reached_by_way boolean not null default false,
        owner_alive_at timestamptz,
        paused_at timestamptz,
        paused_until timestamptz,
        pause_reminders int not null default 0,
        next_event_at timestamptz,
        held_by text[],
        held_since timestamptz
      )`);
    this.addSql(`create index on switch (next_event_at) where status not in ('off', 'completed')`);
    // The list of accounts finds these few without reading past all the others.
    this.addSql(`create index switch_paused_idx on switch (user_id) where status = 'paused'`);
    this.addSql(`
      create index switch_handover_idx on switch (user_id)
        where status in ('grace_period', 'awaiting_successors', 'released')`);
    // Every sign of life advances the sequence, recorded or not: a database whose sequence is lower than before is a
    // restored backup. A trigger, so that no code path can forget it. Only check-in links, automations and programs
    // write `link_used_at`, so every other change of `last_seen_at` is a sign of life in person, which needs no statement of
    // its own: neither on the paths that owners take every day, nor after a restored backup, which may have lost a log-in.
    this.addSql('create sequence sign_of_life');
    this.addSql(`
      create function note_sign_of_life() returns trigger language plpgsql as $$
      begin
        if new.last_seen_at > old.last_seen_at then
          perform nextval('sign_of_life');
          if new.link_used_at is not distinct from old.link_used_at then
            new.seen_in_person_at := new.last_seen_at;
          end if;
        end if;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger note_sign_of_life before update on switch
        for each row execute function note_sign_of_life()`);
    // A function, because PostgreSQL keeps its plan for each connection: planning this statement takes several times as long
    // as running it. It is volatile, so after waiting for the lock it reads the rows that others have committed.
    this.addSql(`
      create function load_switch(which uuid, locked boolean) returns table (
        row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean
      ) language plpgsql as $$
      begin
        if locked then
          perform 1 from switch where user_id = which for update;
        end if;
        return query
          select row_to_json(s), u.email_verified_at is not null,
            (select coalesce(json_agg(json_build_object('id', p.id, 'handoverDelayDays', p.handover_delay_days,
                 'holdsShare', p.encrypted_share is not null) order by p.id), '[]')
               from successor p
               where p.user_id = which and p.verified_at is not null and p.opted_out_at is null),
            s.status = 'completed' or exists (
              select 1 from handover h where h.user_id = which and h.status not in ('completed', 'cancelled'))
          from switch s join "user" u on u.id = s.user_id where s.user_id = which;
      end
      $$`);
    // The switch and the end of its owner's log in one round trip, because nearly every change is recorded. Everything that
    // locks both locks them in this order.
    this.addSql(`
      create function lock_switch(which uuid) returns table (
        row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean, log_end text
      ) language plpgsql as $$
      begin
        return query select loaded.*, chain_end(which) from load_switch(which, true) loaded;
      end
      $$`);
    // The most common check-in, in one round trip. It writes only if nothing has begun that a sign of life must end, no
    // restored backup is pending, and the log ends where the signed record assumes. If only the last is not so, it returns
    // where the log ends and nothing else; otherwise it returns no row, and `changeSwitch` must decide. An API that doesn't
    // know the end of a log asks for it first, without a lock, so that nothing has to be committed.
    this.addSql(`
      create function check_in(which uuid, in_person boolean, seen timestamptz, address text, agent text,
        assumed_end text, signed text)
      returns table (log_end text, switch_status text, last_seen_ms float8, clock_started_ms float8,
        threshold_days int, reminder_percents int[]) language plpgsql as $$
      begin
        if assumed_end = '' then
          select a.signature into log_end from activity a where a.user_id = which order by a.id desc limit 1;
          if found then
            return next;
            return;
          end if;
        end if;
        perform 1 from switch s where s.user_id = which for update;
        log_end := coalesce(chain_end(which), '');
        if log_end <> assumed_end then
          return next;
          return;
        end if;
        update switch s set last_seen_at = greatest(s.last_seen_at, seen),
            link_used_at = case when in_person then s.link_used_at else seen end
          where s.user_id = which and s.status in ('off', 'armed', 'paused') and s.reminders_accepted = 0
            and s.last_reminder_at is null and s.final_notice_at is null and s.owner_alive_at is null
            and coalesce(s.last_seen_at >= restoring(), true)
          returning s.status, extract(epoch from s.last_seen_at) * 1000,
            floor(extract(epoch from s.clock_started_at) * 1000), s.threshold_days, s.reminder_percents
          into switch_status, last_seen_ms, clock_started_ms, threshold_days, reminder_percents;
        if found then
          insert into activity (user_id, type, at, ip_address, user_agent, detail, signature)
            values (which, 'check_in', seen, address, agent, '{}', signed);
          log_end := signed;
          return next;
        end if;
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop table switch');
    this.addSql('drop sequence sign_of_life');
    this.addSql('drop function check_in, lock_switch, load_switch, note_sign_of_life');
  }
}
