/** Which PostgreSQL cluster this is, and on which timeline. A failover or a point-in-time recovery changes that. */
import type { EntityManager } from './orm.ts';

export interface Cluster {
  /** The system identifier, which physical copies share. Null if this PostgreSQL doesn't say. */
  system: string | null;
  /** Changes with every promotion and every point-in-time recovery. Null if this PostgreSQL doesn't say. */
  timeline: number | null;
  /** How many bytes of the WAL are flushed; never decreases within a timeline. Null if this PostgreSQL doesn't say. */
  written: string | null;
}

/** Errors of a managed PostgreSQL that withholds such facts: privilege, function, feature, state. */
const WITHHELD = new Set(['42501', '42883', '0A000', '55000']);

async function ask(em: EntityManager, sql: string): Promise<string | null> {
  try {
    const [row] = await em.execute<{ value: string | null }[]>(sql);
    return row?.value ?? null;
  } catch (error) {
    if (WITHHELD.has((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** Call it outside any transaction, because an error would abort it. */
export async function readCluster(em: EntityManager): Promise<Cluster> {
  const system = await ask(em, 'select system_identifier::text as value from pg_control_system()');
  // The current WAL file, because it shows a promotion at once and the last checkpoint doesn't.
  const file = await ask(em, 'select pg_walfile_name(pg_current_wal_lsn()) as value');
  const written = await ask(em, `select (pg_current_wal_flush_lsn() - '0/0')::text as value`);
  return { system, timeline: file === null ? null : Number.parseInt(file.slice(0, 8), 16), written };
}
