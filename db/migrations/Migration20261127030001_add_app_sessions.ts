import { Migration } from '@mikro-orm/migrations';

/** Sessions of apps that a person uses: bearer tokens, and signs of life like a browser's. */
export class Migration20261127030001_add_app_sessions extends Migration {
  override up(): void {
    this.addSql('alter table session drop constraint session_kind_check');
    this.addSql(
      `alter table session add constraint session_kind_check check (kind in ('browser', 'app', 'bearer'))`,
    );
  }

  override down(): void {
    // To a program a person's tokens say too little; they log in again.
    this.addSql(`delete from session where kind = 'app'`);
    this.addSql('alter table session drop constraint session_kind_check');
    this.addSql(
      `alter table session add constraint session_kind_check check (kind in ('browser', 'bearer'))`,
    );
  }
}
