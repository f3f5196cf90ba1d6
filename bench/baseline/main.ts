/**
 * The baseline: the least code that gives the same answers behind the same security checks, as a process of its own.
 * `npm run bench -- requests` starts it with the path of its settings.
 */
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createBaseline } from './app.ts';
import type { BaselineSettings } from './sessions.ts';

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BaselineSettings;
const pool = new pg.Pool({ ...settings.database, max: 20 });
const redis = new Redis(settings.redis);
createBaseline(settings, pool, redis).listen(settings.port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
