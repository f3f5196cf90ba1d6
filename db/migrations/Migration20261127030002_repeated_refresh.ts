import { Migration } from '@mikro-orm/migrations';

/** What was exchanged last, and when: a refresh whose answer was lost may be repeated. */
export class Migration20261127030002_repeated_refresh extends Migration {
  override up(): void {
    this.addSql(
      'alter table session add column previous_refresh_hash bytea, add column rotated_at timestamptz',
    );
  }

  override down(): void {
    this.addSql('alter table session drop column rotated_at, drop column previous_refresh_hash');
  }
}
