import { Migration } from '@mikro-orm/migrations';

/** Automations: programs and devices that check in for their owner, or read how the switch is. */
export class Migration20261125000260_create_automations extends Migration {
  override up(): void {
    this.addSql(`
      create table automation (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        name text not null,
        scope text not null check (scope in ('check-in', 'status', 'calendar')),
        hash bytea not null unique,
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz
      )`);
    this.addSql('create index on automation (user_id)');
  }

  override down(): void {
    this.addSql('drop table automation');
  }
}
