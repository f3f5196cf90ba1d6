import { Migration } from '@mikro-orm/migrations';

/** Subscriptions, as the payment provider reports them. */
export class Migration20261125001400_create_billing extends Migration {
  override up(): void {
    this.addSql(`
      create table subscription (
        user_id uuid primary key references "user" on delete cascade,
        customer_id text unique,
        checkout_id text,
        subscription_id text unique,
        status text,
        current_period_end timestamptz,
        cancel_at_period_end boolean not null default false,
        revision int not null default 0
      )`);
    this.addSql(`
      create table billing_event (
        id text primary key,
        type text not null,
        applied_at timestamptz not null
      )`);
    this.addSql('create index on billing_event (applied_at)');
  }

  override down(): void {
    this.addSql('drop table billing_event, subscription');
  }
}
