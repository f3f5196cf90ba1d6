import { Migration } from '@mikro-orm/migrations';

/** The tokens in the links of mails. */
export class Migration20261125001100_create_tokens extends Migration {
  override up(): void {
    this.addSql(`
      create table token (
        id uuid primary key,
        hash bytea not null unique,
        purpose text not null,
        user_id uuid not null references "user" on delete cascade,
        successor_id uuid references successor on delete cascade,
        handover_id uuid references handover on delete cascade,
        registration_id uuid references registration on delete cascade,
        channel_id uuid references channel on delete cascade,
        to_second boolean not null default false,
        epoch int,
        expires_at timestamptz,
        consumed_at timestamptz,
        created_at timestamptz not null
      )`);
    this.addSql('create index on token (user_id, purpose)');
    this.addSql('create index on token (successor_id)');
    this.addSql('create index on token (handover_id)');
    this.addSql('create index on token (registration_id) where registration_id is not null');
    this.addSql('create index on token (channel_id) where channel_id is not null');
  }

  override down(): void {
    this.addSql('drop table token');
  }
}
