/** What the rest of the API may do with health and metrics. */
import type { Counter, Histogram } from 'prom-client';
import type { z } from 'zod';
import type { Health } from '../routes/health/schema.ts';

export interface HealthReport {
  status: z.output<typeof Health>['status'];
  checks: z.output<typeof Health>['checks'];
  /** The report as it is sent. */
  json: string;
}

export interface Metrics {
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  logins: Counter<'result'>;
  sessions: Counter<'result'>;
  storeErrors: Counter<'reason'>;
  /** Counted with every request. */
  sessionChecks: { accepted: number; refused: number };
  /** The process itself: memory, event loop, garbage collection. Once per process. */
  collectProcess(): void;
  contentType: string;
  /**
   * All metrics as text, in memory that all readers of a moment share. A slow database delays it by a second at most;
   * its numbers are then those of the last reading.
   */
  text(): Promise<Buffer>;
}
