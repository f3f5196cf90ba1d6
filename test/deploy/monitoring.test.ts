import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rules } from '../../chaos/alert-rules.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { startApi } from '../support/servers/api.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
}

const read = (name: string) => readFileSync(join(checkout, 'docs', 'monitoring', name), 'utf8');
const { panels } = JSON.parse(read('vault.dashboard.json')) as Dashboard;

const PASSED_ON = [
  ...['DB_HOST', 'DB_PORT', 'DB_NAME', 'DB_USER', 'DB_PASSWORD', 'REDIS_HOST', 'REDIS_PORT', 'SMTP_HOST'],
  ...['SMTP_PORT', 'TEMPORAL_ADDRESS', 'TEMPORAL_TASK_QUEUE', 'JWT_SECRET', 'ACTIVITY_HMAC_SECRET'],
] as const;

/** The metrics of an API and of a worker that has looked at a switch, as Prometheus would scrape them. */
let scraped = '';
beforeAll(async () => {
  const api = await startApi({
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_TASK_QUEUE: `metrics-${randomBytes(6).toString('hex')}`,
  });
  const address = `127.0.0.1:${await freePort()}`;
  const worker = spawn(process.execPath, ['worker/main.ts'], {
    cwd: checkout,
    env: {
      ...baseEnv(),
      ...Object.fromEntries(PASSED_ON.map((name) => [name, String(api.config[name])])),
      WORKER_METRICS_ADDRESS: address,
    },
    stdio: 'ignore',
  });
  const ended = once(worker, 'exit');
  try {
    await buildOwnerWithSuccessor(api);
    const metrics = async () => (await fetch(`http://${address}/metrics`).catch(() => null))?.text() ?? '';
    const ofWorker = await until(
      'the worker to have looked',
      async () => {
        const text = await metrics();
        return /^temporal_local_activity_total\{.*activity_type="look"/m.test(text) && text;
      },
      180_000,
    );
    api.deps.metrics.collectProcess();
    await fetch(`${api.url}/auth/profile`);
    await until('the request to be counted, and the database to be read', async () => {
      scraped = `${ofWorker}\n${await (await fetch(`${api.url}/metrics`)).text()}`;
      return scraped.includes('route="/auth/profile"') && scraped.includes('vault_service_up{');
    });
  } finally {
    worker.kill('SIGTERM');
    await ended;
    await api.close();
  }
});

/** The series that an expression names, each with its labels. */
function seriesIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:vault|temporal)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inside = '']) => ({
      name,
      labels: [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }),
  );
}

/** Whether such a series is exposed. One without a value yet is known only by its TYPE. */
function exposed({ name, labels }: { name: string; labels: string[] }): boolean {
  const series = scraped
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  if (series.length > 0) return series.some((line) => labels.every((label) => line.includes(`${label}="`)));
  return scraped.includes(`# TYPE ${name} `);
}

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

test.each(expressions)('%s asks for series that exist: %s', (_, expr) => {
  const series = seriesIn(expr);
  expect(series.length).toBeGreaterThan(0);
  expect(series.filter((each) => !exposed(each))).toEqual([]);
  for (const [open, close] of ['()', '{}', '[]']) {
    expect(expr.split(open ?? '').length).toBe(expr.split(close ?? '').length);
  }
});

test('a metric that no process exposes is detected', () => {
  expect(seriesIn('max(vault_no_such{status="x"})').filter((each) => !exposed(each))).toHaveLength(1);
  expect(exposed({ name: 'vault_switches', labels: ['colour'] })).toBe(false);
});

test('no label of ours is one that Prometheus or its Operator adds, which would rename ours', () => {
  const added = ['job', 'instance', 'namespace', 'pod', 'container', 'endpoint', 'service', 'node'];
  const ours = seriesIn(scraped).filter(({ name }) => name.startsWith('vault_'));
  expect(ours.flatMap(({ labels }) => labels)).toContain('component');
  expect(ours.filter(({ labels }) => labels.some((label) => added.includes(label)))).toEqual([]);
});

describe('the alerts', () => {
  test('cover everything that an operator must know', () => {
    const all = rules.map(({ expr }) => expr).join('\n');
    for (const name of [
      ...['vault_workers_reporting', 'vault_task_queue_pollers', 'vault_task_queue_backlog'],
      ...['vault_overdue_events', 'vault_stuck_handovers', 'vault_quorum_unreachable'],
      ...['vault_failing_mail_age_seconds', 'vault_outbox_lag_seconds', 'vault_clock_skew_seconds'],
      ...['vault_service_up', 'vault_outage_seconds', 'vault_liveness_url_never_answered'],
      ...['vault_database_up', 'vault_http_request_duration_seconds_count'],
      ...['vault_http_request_duration_seconds_bucket', 'vault_statistics_age_seconds'],
      ...['vault_failing_recipients', 'vault_served_recipients', 'vault_unwarned_owners'],
      ...['vault_counts_age_seconds', 'vault_last_restoration_age_seconds', 'vault_restoration_seconds'],
      ...['vault_file_store_errors_total', 'vault_database_judged_age_seconds', 'vault_overdue_switches'],
    ]) {
      expect(all).toContain(name);
    }
  });

  test('each have a unique name, a severity, and say what happened and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(page|ticket)$/) }]);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'summary']);
    }
  });
});

test('the panels of the dashboard have IDs of their own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
