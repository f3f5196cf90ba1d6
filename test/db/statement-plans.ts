/** The plans that PostgreSQL really used, with the rows it really read, as auto_explain logs them to new connections. */
import pg from 'pg';
import { query } from '../../dev/servers/postgres.ts';
import { servers } from '../support/servers/shared-servers.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}
export interface Explained {
  'Query Text': string;
  Plan: Node;
}

const SETTINGS = [
  ['session_preload_libraries', 'auto_explain'],
  ['auto_explain.log_min_duration', '0'],
  ['auto_explain.log_analyze', 'on'],
  ['auto_explain.log_timing', 'off'],
  ['auto_explain.log_nested_statements', 'on'],
  ['auto_explain.log_format', 'json'],
  ['auto_explain.log_level', 'notice'],
  // With millions of rows PostgreSQL would avoid it, so what still uses it has no index.
  ['enable_seqscan', 'off'],
  // As for a prepared statement that a connection has run a few times: planned without its values.
  ['plan_cache_mode', 'force_generic_plan'],
];

/** Explains every statement of connections that this process opens to a database from now on. @returns a live list */
export async function explainStatements(database: string): Promise<Explained[]> {
  const explained: Explained[] = [];
  const { connect } = pg.Client.prototype;
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const [, plan] = message.match(/^duration: .*?plan:\s*(\{.*\})\s*$/s) ?? [];
      if (plan) explained.push(JSON.parse(plan));
    });
    return connect.apply(this, given);
  } as typeof connect;
  const { host, port, password, superuser, user } = servers.postgres;
  for (const [name, value] of SETTINGS)
    await query(
      { host, port, password, user: superuser, database },
      `load 'auto_explain'; alter role ${user} in database ${database} set ${name} = '${value}'`,
    );
  return explained;
}

/** All scans of some tables that read too many rows. */
export function largeScans({ Plan: plan }: Explained, tables: ReadonlySet<string>, most: number): string[] {
  const walk = (node: Node): string[] => {
    const { 'Relation Name': table = '', 'Node Type': how, 'Index Name': index } = node;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
    const own =
      tables.has(table) && how.endsWith('Scan') && rows > most
        ? [`${how} of ${table}${index ? ` by ${index}` : ''}: ${rows} rows`]
        : [];
    return [...own, ...(node.Plans ?? []).flatMap(walk)];
  };
  return walk(plan);
}
