import { Migration } from '@mikro-orm/migrations';

/**
 * The salt of the entry's key that an envelope was made for. Older envelopes get theirs at the next change of the
 * entry: writing all of them here would hold the table for as long as that takes.
 */
export class Migration20261127050003_add_envelope_salt extends Migration {
  override up(): void {
    this.addSql('alter table assigned_entry add column envelope_salt text');
  }

  override down(): void {
    this.addSql('alter table assigned_entry drop column envelope_salt');
  }
}
