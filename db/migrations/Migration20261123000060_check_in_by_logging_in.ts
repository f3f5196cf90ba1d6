import { Migration } from '@mikro-orm/migrations';

/** @param seenInPerson what else a sign of life notes */
const NOTE_SIGN_OF_LIFE = (seenInPerson: string) => `
  create or replace function note_sign_of_life() returns trigger language plpgsql as $$
  begin
    if new.last_seen_at > old.last_seen_at then
      perform nextval('sign_of_life');
      ${seenInPerson}
    end if;
    return new;
  end
  $$`;

/** Owners may choose that no link in a mail checks in, and operators see whom only such links have kept alive. */
export class Migration20261123000060_check_in_by_logging_in extends Migration {
  override up(): void {
    // Writing every row takes longer than a statement may in an API, if there are many owners.
    this.addSql('set local statement_timeout = 0');
    this.addSql(`
      alter table switch
        add column check_in_by_link boolean not null default true,
        add column link_used_at timestamptz(3),
        add column seen_in_person_at timestamptz(3)`);
    this.addSql('update switch set seen_in_person_at = last_seen_at');
    this.addSql('alter table switch alter column seen_in_person_at set not null');
    // Only a check-in link writes `link_used_at`. Whatever else moves `last_seen_at` needs no statement of its own to
    // say that it was no link: not the paths that owners take every day, nor a restored backup, which may have lost a
    // log-in.
    this.addSql(
      NOTE_SIGN_OF_LIFE(`
      if new.link_used_at is not distinct from old.link_used_at then
        new.seen_in_person_at := new.last_seen_at;
      end if;`),
    );
    this.addSql(`
      update counted set attention =
        attention::jsonb || '{ "keptAliveByLinks": { "count": 0, "oldest": [] } }'::jsonb`);
  }

  override down(): void {
    this.addSql(`update counted set attention = attention::jsonb - 'keptAliveByLinks'`);
    this.addSql(NOTE_SIGN_OF_LIFE(''));
    this.addSql(
      'alter table switch drop column seen_in_person_at, drop column link_used_at, drop column check_in_by_link',
    );
  }
}
