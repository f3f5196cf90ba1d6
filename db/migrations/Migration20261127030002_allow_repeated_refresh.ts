import { Migration } from '@mikro-orm/migrations';

/** When the refresh token was exchanged last: a refresh whose answer was lost may be repeated. */
export class Migration20261127030002_allow_repeated_refresh extends Migration {
  override up(): void {
    this.addSql('alter table session add column rotated_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table session drop column rotated_at');
  }
}
