import { Migration } from '@mikro-orm/migrations';

/** Several people may register an address before one of them proves it; each link knows its own registration. */
export class Migration20261127040002_separate_registrations extends Migration {
  override up(): void {
    this.addSql(`
      create table registration (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        name text not null,
        auth_hash text not null,
        salt text not null,
        key_bundle json,
        selector bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index on registration (user_id)');
    this.addSql(
      'alter table token add column registration_id uuid references registration on delete cascade',
    );
    this.addSql('create index on token (registration_id) where registration_id is not null');
  }

  override down(): void {
    this.addSql('alter table token drop column registration_id');
    this.addSql('drop table registration');
  }
}
