import { Migration } from '@mikro-orm/migrations';

/** Messages for Temporal, written in the transaction of the change they are about. */
export class Migration20261125001300_create_outbox extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('switch', 'mail', 'account_mail')),
        subject_id uuid not null,
        seq int not null,
        attempts int not null default 0,
        created_at timestamptz not null
      )`);
    this.addSql('create index on outbox (attempts, id)');
    this.addSql('create index on outbox (subject_id)');
  }

  override down(): void {
    this.addSql('drop table outbox');
  }
}
