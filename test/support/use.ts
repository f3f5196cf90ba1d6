/** What all tests of a file share: opened at the top level of the file, and closed after its last test. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { inTime } from './in-time.ts';

/** As long as a hook may take. Nothing else limits what a file awaits at its top level. */
const TIMEOUT_MS = 240_000;

const closers: (() => unknown)[] = [];
let isHooked = false;

/** Closes the latest first, because it may need the earlier ones, and goes on when one fails. */
async function closeAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'not all was closed');
}

function closeLater(close: () => unknown): void {
  // One hook for all, because Jest runs hooks in the order in which they were declared.
  if (!isHooked) afterAll(closeAll);
  isHooked = true;
  closers.push(close);
}

/**
 * Opens something for all tests of a file. If that fails, everything opened before is closed, because Jest runs no hook
 * of a file that it could not load.
 */
export async function use<T extends { close(): unknown }>(open: () => T | Promise<T>): Promise<T>;
export async function use<T>(open: () => T | Promise<T>, close: (it: T) => unknown): Promise<T>;
export async function use<T>(
  open: () => T | Promise<T>,
  close = (it: T): unknown => (it as { close(): unknown }).close(),
): Promise<T> {
  try {
    const it = await inTime('what the tests of a file share opens', (async () => open())(), TIMEOUT_MS);
    closeLater(() => close(it));
    return it;
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}

/** A new folder, which is removed after the last test. */
export function useFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
