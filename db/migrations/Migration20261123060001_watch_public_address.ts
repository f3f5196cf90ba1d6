import { Migration } from '@mikro-orm/migrations';

/** Proofs that the public address answers, and since when which address is asked. */
export class Migration20261123060001_watch_public_address extends Migration {
  override up(): void {
    this.addSql('alter table liveness drop constraint liveness_service_check');
    this.addSql(
      `alter table liveness add constraint liveness_service_check check (service in ('api', 'mail', 'public'))`,
    );
    this.addSql(`
      create table watched_address (
        id uuid primary key,
        address text,
        since timestamptz not null,
        answered_at timestamptz
      )`);
  }

  override down(): void {
    this.addSql('drop table watched_address');
    this.addSql(`delete from liveness where service = 'public'`);
    this.addSql('alter table liveness drop constraint liveness_service_check');
    this.addSql(
      `alter table liveness add constraint liveness_service_check check (service in ('api', 'mail'))`,
    );
  }
}
