import { Migration } from '@mikro-orm/migrations';

/** The switch of each owner, its handovers, and starting over after a restored backup. */
export class Migration20261122000005_create_switch extends Migration {
  override up(): void {
    // To the millisecond, as we read it: a change names the moment it was based on, and must find it again.
    this.addSql(`
      create table switch (
        user_id uuid primary key references "user" on delete cascade,
        status text not null check (status in ('off', 'armed', 'reminding', 'grace_period',
          'awaiting_successors', 'released', 'completed', 'paused')),
        epoch int not null,
        seq int not null,
        last_seen_at timestamptz(3) not null,
        clock_started_at timestamptz not null,
        threshold_days int not null,
        reminder_percents int[] not null,
        quorum int not null,
        access_days int not null,
        reminders_accepted int not null default 0,
        last_reminder_at timestamptz,
        final_notice_at timestamptz,
        undeliverable_at timestamptz,
        owner_alive_at timestamptz,
        paused_at timestamptz,
        paused_until timestamptz,
        pause_reminders int not null default 0,
        next_event_at timestamptz
      )`);
    this.addSql(`create index on switch (next_event_at) where status not in ('off', 'completed')`);
    this.addSql(`
      create table handover (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        epoch int not null,
        status text not null check (status in ('grace_period', 'awaiting_successors', 'released',
          'completed', 'cancelled')),
        quorum int not null,
        started_at timestamptz not null,
        undeliverable boolean not null default false,
        grace_ms double precision,
        grace_ended_at timestamptz,
        released_at timestamptz,
        completed_at timestamptz,
        cancelled_at timestamptz,
        cancel_reason text,
        cancel_note text
      )`);
    // At most one open handover per owner, whatever the code does.
    this.addSql(`create unique index on handover (user_id) where status not in ('completed', 'cancelled')`);
    this.addSql('create index on handover (user_id, started_at)');
    this.addSql(`
      create table invitee (
        handover_id uuid not null references handover on delete cascade,
        successor_id uuid not null references successor on delete cascade,
        handover_delay_days int not null,
        invitations_sent int not null default 0,
        invited_at timestamptz,
        response text check (response in ('accept', 'decline')),
        responded_at timestamptz,
        owner_alive_count int not null default 0,
        message text,
        message_shared boolean not null default false,
        reshares json,
        access_ends_at timestamptz,
        last_access_at timestamptz,
        primary key (handover_id, successor_id)
      )`);
    this.addSql('create index on invitee (successor_id)');
    // A function, because PostgreSQL keeps its plan for each connection: planning this statement takes several times as long
    // as running it. It is volatile, so what it reads after waiting for the lock is what others have committed.
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
            (select coalesce(
                 json_agg(json_build_object('id', p.id, 'handoverDelayDays', p.handover_delay_days) order by p.id), '[]')
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
    // Advanced by every sign of life, recorded or not: a database whose sequence is lower than before is a restored backup.
    // A trigger, so that no code path can forget it.
    this.addSql('create sequence sign_of_life');
    this.addSql(`
      create function note_sign_of_life() returns trigger language plpgsql as $$
      begin
        if new.last_seen_at > old.last_seen_at then
          perform nextval('sign_of_life');
        end if;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger note_sign_of_life before update on switch
        for each row execute function note_sign_of_life()`);
    this.addSql(`
      create table restoration (
        id uuid primary key,
        reason text not null check (reason in ('older', 'timeline', 'operator', 'moved')),
        restored_at timestamptz(3) not null,
        after_user_id uuid,
        started_over int not null default 0,
        claimed_by uuid,
        claimed_until timestamptz,
        done_at timestamptz
      )`);
    // At most one open: a later one replaces it.
    this.addSql('create unique index restoration_open_idx on restoration ((true)) where done_at is null');
    this.addSql(`
      create function restoring() returns timestamptz language plpgsql as $$
      begin
        return (select restored_at from restoration where done_at is null);
      end
      $$`);
    // The commonest check-in, in one round trip. It writes only if nothing has begun that a sign of life must end, no
    // restored backup is pending, and the log ends where whoever signed the record assumed. If only the last is not so, it
    // returns where the log ends and nothing else; otherwise it returns no row, and `changeSwitch` must decide.
    this.addSql(`
      create function check_in(which uuid, seen timestamptz, address text, agent text, assumed_end text, signed text)
      returns table (log_end text, switch_status text, last_seen_ms float8, clock_started_ms float8,
        threshold_days int, reminder_percents int[]) language plpgsql as $$
      begin
        perform 1 from switch s where s.user_id = which for update;
        log_end := coalesce(chain_end(which), '');
        if log_end <> assumed_end then
          return next;
          return;
        end if;
        update switch s set last_seen_at = greatest(s.last_seen_at, seen)
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
    this.addSql('drop table restoration, invitee, handover, switch');
    this.addSql('drop sequence sign_of_life');
    this.addSql('drop function check_in, restoring, note_sign_of_life, lock_switch, load_switch');
  }
}
