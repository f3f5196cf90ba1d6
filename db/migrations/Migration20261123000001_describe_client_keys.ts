import { Migration } from '@mikro-orm/migrations';

/** What clients need to know about keys that only they hold. */
export class Migration20261123000001_describe_client_keys extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column kdf_version int not null default 1');
    this.addSql('alter table registration add column kdf_version int not null default 1');
    this.addSql('alter table email_change add column kdf_version int not null default 1');
    this.addSql(`alter table counted add column kdf_shares json not null default '{}'`);
    this.addSql('alter table successor add column owner_key text');
  }

  override down(): void {
    this.addSql('alter table successor drop column owner_key');
    this.addSql('alter table counted drop column kdf_shares');
    this.addSql('alter table email_change drop column kdf_version');
    this.addSql('alter table registration drop column kdf_version');
    this.addSql('alter table "user" drop column kdf_version');
  }
}
