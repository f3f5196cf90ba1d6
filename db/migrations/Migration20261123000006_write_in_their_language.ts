import { Migration } from '@mikro-orm/migrations';

const TABLES = ['"user"', 'registration', 'successor'];

/** People read mails in their own language, with dates in their own time zone. */
export class Migration20261123000006_write_in_their_language extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column language text not null default 'en',
        add column time_zone text not null default 'UTC'`);
    }
  }

  override down(): void {
    for (const table of TABLES) {
      this.addSql(`alter table ${table} drop column time_zone, drop column language`);
    }
  }
}
