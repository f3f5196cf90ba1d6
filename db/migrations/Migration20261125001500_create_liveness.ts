import { Migration } from '@mikro-orm/migrations';

/** When each part of the service was up, and at which address. */
export class Migration20261125001500_create_liveness extends Migration {
  override up(): void {
    this.addSql(`
      create table liveness (
        id uuid primary key,
        service text not null check (service in ('api', 'mail', 'public', 'returns', 'clock')),
        started_at timestamptz not null,
        beat_at timestamptz not null
      )`);
    this.addSql('create index on liveness (service, beat_at)');
    this.addSql('create index liveness_started_at_idx on liveness (service, started_at)');
    // Every process compares its clock with the newest heartbeat.
    this.addSql('create index liveness_beat_at_idx on liveness (beat_at)');
    this.addSql(`
      create table watched_address (
        id uuid primary key,
        service text not null check (service in ('public', 'returns')),
        address text,
        since timestamptz not null,
        answered_at timestamptz
      )`);
  }

  override down(): void {
    this.addSql('drop table watched_address, liveness');
  }
}
