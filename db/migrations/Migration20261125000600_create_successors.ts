import { Migration } from '@mikro-orm/migrations';

/** Successors, their shares, and the entries assigned to them. */
export class Migration20261125000600_create_successors extends Migration {
  override up(): void {
    this.addSql(`
      create table successor (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        email text not null,
        name text not null,
        language text not null default 'en',
        time_zone text not null default 'UTC',
        verified_at timestamptz,
        opted_out_at timestamptz,
        returned_at timestamptz(3),
        second_email text,
        second_verified_at timestamptz,
        handover_delay_days int not null default 0,
        restrict_to_assigned_entries boolean not null default true,
        public_key text,
        public_key_salt text,
        owner_key text,
        key_pinned_at timestamptz,
        encrypted_share text,
        shares_stale boolean not null default false,
        share_version int not null default 0,
        next_question_at timestamptz,
        bounce_told_at timestamptz,
        created_at timestamptz not null,
        unique (user_id, email)
      )`);
    this.addSql('create index on successor (next_question_at)');
    // An envelope opens only with the share it was made for. A trigger counts the shares, so that no statement can forget
    // to.
    this.addSql(`
      create function count_share() returns trigger language plpgsql as $$
      begin
        new.share_version := old.share_version + 1;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger count_share before update of encrypted_share on successor for each row
        when (new.encrypted_share is not null and new.encrypted_share is distinct from old.encrypted_share)
        execute function count_share()`);
    this.addSql(`
      create table assigned_entry (
        successor_id uuid not null references successor on delete cascade,
        entry_id uuid not null,
        user_id uuid not null,
        envelope text,
        envelope_salt text,
        share_version int not null default 0,
        primary key (successor_id, entry_id),
        foreign key (user_id, entry_id) references vault_entry (user_id, id) on delete cascade
      )`);
    this.addSql('create index on assigned_entry (user_id, entry_id)');
    this.addSql(`
      create table successor_list (
        successor_id uuid primary key references successor on delete cascade,
        list text not null,
        version int not null,
        share_version int not null
      )`);
  }

  override down(): void {
    this.addSql('drop table successor_list, assigned_entry, successor');
    this.addSql('drop function count_share');
  }
}
