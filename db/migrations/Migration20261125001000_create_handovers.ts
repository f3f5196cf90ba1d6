import { Migration } from '@mikro-orm/migrations';

/** Handovers, and the successors invited to each. */
export class Migration20261125001000_create_handovers extends Migration {
  override up(): void {
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
        grace_ms double precision not null,
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
        access_reminders int not null default 0,
        last_access_at timestamptz,
        primary key (handover_id, successor_id)
      )`);
    this.addSql('create index on invitee (successor_id)');
  }

  override down(): void {
    this.addSql('drop table invitee, handover');
  }
}
