/** Which PostgreSQL this is, and which of its histories: what a failover or a recovery to a point in time changes. */
import type { EntityManager } from './orm.ts';

export interface Cluster {
  /** Stays with the files, and with every physical copy of them; null where it is not told. */
  system: string | null;
  /** Begins anew with every promotion and every recovery to a point in time; null where it is not told. */
  timeline: number | null;
  /** How many bytes of its log are safe on the disk. Within a timeline they only become more; null where it is not told. */
  written: string | null;
}

/** What a PostgreSQL says that tells its tenants no such thing: privilege, function, feature, state. */
const NOT_TOLD = new Set(['42501', '42883', '0A000', '55000']);

async function told(em: EntityManager, sql: string): Promise<string | null> {
  try {
    const [row] = await em.execute<{ value: string | null }[]>(sql);
    return row?.value ?? null;
  } catch (error) {
    if (NOT_TOLD.has((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** Asks outside of any transaction: a refusal would end it. */
export async function readCluster(em: EntityManager): Promise<Cluster> {
  const system = await told(em, 'select system_identifier::text as value from pg_control_system()');
  // The name of the file that is being written: unlike the last checkpoint it knows of a promotion at once.
  const file = await told(em, 'select pg_walfile_name(pg_current_wal_lsn()) as value');
  const written = await told(em, `select (pg_current_wal_flush_lsn() - '0/0')::text as value`);
  return { system, timeline: file === null ? null : Number.parseInt(file.slice(0, 8), 16), written };
}
