import { Migration } from '@mikro-orm/migrations';

/** How long a grace period is, as the owner was told; one that runs already goes on by the setting. */
export class Migration20261127060001_freeze_grace_length extends Migration {
  override up(): void {
    this.addSql('alter table handover add column grace_ms double precision');
  }

  override down(): void {
    this.addSql('alter table handover drop column grace_ms');
  }
}
