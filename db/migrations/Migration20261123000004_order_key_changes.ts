import { Migration } from '@mikro-orm/migrations';

/** Tells newer keys from older ones. Triggers count, so that no statement can forget to. */
export class Migration20261123000004_order_key_changes extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column key_bundle_version int not null default 1');
    this.addSql('alter table "user" add column key_bundle_from_reset boolean not null default false');
    this.addSql(`
      create function count_key_bundle() returns trigger language plpgsql as $$
      begin
        new.key_bundle_version := old.key_bundle_version + 1;
        new.key_bundle_from_reset := new.password_reset_at is distinct from old.password_reset_at;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger count_key_bundle before update of key_bundle, salt, email on "user" for each row
        when (new.key_bundle::text is distinct from old.key_bundle::text
          or new.salt <> old.salt or new.email <> old.email)
        execute function count_key_bundle()`);

    this.addSql('alter table key_bundle_archive add column from_reset boolean not null default false');
    this.addSql(`alter table key_bundle_archive add column reason text not null default 'replaced'
      check (reason in ('replaced', 'reset'))`);

    // An envelope opens only with the share it was made for.
    this.addSql('alter table successor add column share_version int not null default 0');
    this.addSql('alter table assigned_entry add column share_version int not null default 0');
    this.addSql(`
      create function count_share() returns trigger language plpgsql as $$
      begin
        new.share_version := old.share_version + 1;
        return new;
      end
      $$`);
    this.addSql(`
      create trigger count_share before update of encrypted_share on successor for each row
        when (new.encrypted_share is not null and new.encrypted_share is distinct from old.encrypted_share)
        execute function count_share()`);
  }

  override down(): void {
    this.addSql('drop trigger count_share on successor');
    this.addSql('drop function count_share');
    this.addSql('alter table assigned_entry drop column share_version');
    this.addSql('alter table successor drop column share_version');
    this.addSql('alter table key_bundle_archive drop column reason, drop column from_reset');
    this.addSql('drop trigger count_key_bundle on "user"');
    this.addSql('drop function count_key_bundle');
    this.addSql('alter table "user" drop column key_bundle_from_reset, drop column key_bundle_version');
  }
}
