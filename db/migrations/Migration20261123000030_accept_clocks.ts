import { Migration } from '@mikro-orm/migrations';

/** Every process compares its clock with the newest heartbeat, and an operator can say that the time is right. */
export class Migration20261123000030_accept_clocks extends Migration {
  override up(): void {
    this.addSql('alter table liveness drop constraint liveness_service_check');
    this.addSql(`
      alter table liveness add constraint liveness_service_check
        check (service in ('api', 'mail', 'public', 'clock'))`);
    this.addSql('create index liveness_beat_at_idx on liveness (beat_at)');
    // The first worker to start replaces it.
    this.addSql(`update counted set attention = (attention::jsonb || '{ "seenInFuture": 0 }')::json`);
  }

  override down(): void {
    this.addSql(`update counted set attention = (attention::jsonb - 'seenInFuture')::json`);
    this.addSql('drop index liveness_beat_at_idx');
    this.addSql(`delete from liveness where service = 'clock'`);
    this.addSql('alter table liveness drop constraint liveness_service_check');
    this.addSql(`
      alter table liveness add constraint liveness_service_check
        check (service in ('api', 'mail', 'public'))`);
  }
}
