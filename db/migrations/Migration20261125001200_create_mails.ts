import { Migration } from '@mikro-orm/migrations';

/** Mails, and the kinds of mail there are. */
export class Migration20261125001200_create_mails extends Migration {
  override up(): void {
    // Everything that SQL has to know about each kind of mail. A migration that adds a kind adds its row.
    // - account_queue: goes out on the task queue of account mail
    // - follows_owner: goes to the owner's current address; other mails are about the address they were queued for
    // - awaited: a release or a successor waits for it, so we keep trying forever
    this.addSql(`
      create table mail_kind (
        name text primary key,
        account_queue boolean not null default false,
        follows_owner boolean not null default false,
        awaited boolean not null default false
      )`);
    this.addSql(`
      insert into mail_kind (name, account_queue, follows_owner, awaited) values
        ('verify_email',           true,  false, false),
        ('account_exists',         true,  false, false),
        ('password_reset',         true,  false, false),
        ('second_factor_removal',  true,  false, false),
        ('email_change',           true,  false, false),
        ('email_change_notice',    true,  false, false),
        ('successor_verification', true,  false, false),
        ('successor_removed',      true,  false, false),
        ('security_change',        true,  false, false),
        ('change_summary',         true,  false, false),
        ('channel_code',           true,  false, false),
        ('channel_test',           true,  false, false),
        ('channel_gone',           true,  true,  false),
        ('farewell',               true,  false, false),
        ('payment_failed',         true,  true,  false),
        ('reminder',               false, true,  true),
        ('final_notice',           false, true,  true),
        ('channel_reminder',       false, false, false),
        ('channel_final_notice',   false, false, false),
        ('pause_reminder',         false, true,  false),
        ('owner_alive',            false, true,  false),
        ('switch_off',             false, true,  false),
        ('successor_kit',          false, true,  false),
        ('successor_opted_out',    false, true,  false),
        ('successor_problem',      false, true,  false),
        ('access_notice',          false, true,  false),
        ('restored',               false, true,  false),
        ('invitation',             false, false, true),
        ('access',                 false, false, true),
        ('access_reminder',        false, false, false),
        ('rehearsal',              false, false, false),
        ('contact_question',       false, false, false),
        ('second_address',         false, false, false),
        ('handover_cancelled',     false, false, false),
        ('owner_unreachable',      false, false, false)`);
    // No references to rows, because a farewell outlives its account. What goes to another way than a mailbox has a row
    // here too, but no recipient, and says nothing about a mail server.
    this.addSql(`
      create table mail (
        id uuid primary key,
        key text not null unique,
        kind text not null references mail_kind,
        recipient text not null,
        user_id uuid not null,
        successor_id uuid,
        handover_id uuid,
        channel_id uuid,
        by_mail boolean not null default true,
        epoch int,
        data json not null,
        status text not null check (status in ('queued', 'accepted', 'obsolete')),
        attempts int not null default 0,
        last_error text,
        claimed_until timestamptz,
        refusal text check (refusal in ('gone', 'unavailable', 'unclear', 'blocked')),
        refused_since timestamptz,
        refused_days int not null default 0,
        refused_day_at timestamptz,
        permanent_refusals int not null default 0,
        permanent_since timestamptz,
        against_days int not null default 0,
        against_day_at timestamptz,
        rests_until timestamptz,
        created_at timestamptz not null,
        accepted_at timestamptz
      )`);
    this.addSql('create index on mail (user_id)');
    this.addSql('create index on mail (handover_id, successor_id)');
    this.addSql('create index on mail (status, kind, by_mail)');
    this.addSql(`create index on mail (created_at) where status = 'queued'`);
    // Reconcile finds mails that nobody has tried lately, without reading past all that rest after a refusal.
    this.addSql(`
      create index mail_touched_idx on mail (greatest(created_at, claimed_until, rests_until))
        where status = 'queued'`);
    this.addSql(`create index mail_claimed_idx on mail (claimed_until) where status = 'queued'`);
    // Few mails are being refused, among all that ever went out.
    this.addSql(`
      create index mail_refused_idx on mail (user_id) where refused_since is not null and status <> 'accepted'`);
    // Asked for every refused mail: does the server accept mail for anyone else, for the same domain, for operators, and
    // has it ever accepted any for this address?
    this.addSql(`create index on mail (accepted_at desc) where status = 'accepted'`);
    this.addSql(`create index mail_recipient_idx on mail (recipient, accepted_at) where status = 'accepted'`);
    this.addSql(`
      create index mail_domain_idx on mail (lower(split_part(recipient, '@', -1)), accepted_at)
        where status = 'accepted'`);
    this.addSql(`
      create index mail_operators_idx on mail (accepted_at)
        where status = 'accepted' and kind = 'owner_unreachable'`);
    this.addSql(`
      create index mail_refused_day_idx on mail (refused_day_at)
        where status <> 'accepted' and kind <> 'owner_unreachable'`);
  }

  override down(): void {
    this.addSql('drop table mail, mail_kind');
  }
}
