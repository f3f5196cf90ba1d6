/**
 * The floor: the least code that gives the same answers behind the same security checks, as a process of its own.
 * `npm run bench` starts it with the path of its settings.
 */
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createFloor } from './app.ts';
import type { FloorSettings } from './sessions.ts';

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as FloorSettings;
const pool = new pg.Pool({ ...settings.database, max: 20 });
const redis = new Redis(settings.redis);
createFloor(settings, pool, redis).listen(settings.port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
