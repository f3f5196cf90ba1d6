import { join, relative } from 'node:path';
import type { OpenedInstance } from '../instance.ts';

/**
 * A line for each address. A server that a variable names, and that was not started, is marked.
 *
 * @param whole whether Temporal is up too
 */
export function table(
  { api, webApp, config, servers, folder }: OpenedInstance,
  { whole = true } = {},
): string {
  const { postgres, redis, temporal, mail } = servers;
  const named = (variable: string, server: unknown): string => (server ? '' : `  (named by ${variable})`);
  const place = (path: string) => relative(process.cwd(), path) || '.';
  const rows = [
    ['Web app', webApp],
    ['API', `${api}/api/v1`],
    ['Health', `${api}/health`],
    ['Temporal', whole ? `${config.TEMPORAL_ADDRESS}${named('TEMPORAL_ADDRESS', temporal)}` : 'to follow'],
    ...(temporal ? [['Temporal UI', temporal.ui]] : []),
    ['Mail', `${config.SMTP_HOST}:${config.SMTP_PORT}${named('SMTP_HOST', mail)}`],
    ...(mail ? [['Caught mails', mail.page]] : []),
    [
      'PostgreSQL',
      `${config.DB_HOST}:${config.DB_PORT}, database ${config.DB_NAME}, user ${config.DB_USER}${
        postgres ? `, password in ${place(join(folder, 'postgres-password'))}` : named('DB_HOST', postgres)
      }`,
    ],
    ['Redis', `${config.REDIS_HOST}:${config.REDIS_PORT}${named('REDIS_HOST', redis)}`],
    ['Data and logs', place(folder)],
  ];
  return rows.map(([what, where]) => `  ${what!.padEnd(15)}${where}`).join('\n');
}
