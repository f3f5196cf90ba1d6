/** Whether the store accepts files, judged by its free space and by its recent refusals. */
import { roomIn } from '../../files/reserve.ts';
import type { FileStores, StoreError } from '../../files/store.ts';

/** How long a refusal is remembered. */
const REMEMBERED_MS = 60_000;

export type FilesProblem = 'disk_full' | 'away';

const PROBLEMS: Partial<Record<StoreError['reason'], FilesProblem>> = { full: 'disk_full', away: 'away' };

export type FileSpace = ReturnType<typeof createFileSpace>;

export function createFileSpace(files: FileStores | null) {
  let refused: { at: number; problem: FilesProblem } | null = null;
  return {
    /** Remembers an error of the store that isn't about a single file. */
    noteError({ reason }: StoreError): void {
      const problem = PROBLEMS[reason];
      if (problem) refused = { at: performance.now(), problem };
    },
    /** Null if the store accepts files. @throws StoreError if it doesn't answer */
    async problem(): Promise<FilesProblem | null> {
      const space = await files?.current.space();
      if (space && roomIn(space) === 0) return 'disk_full';
      return refused && performance.now() - refused.at < REMEMBERED_MS ? refused.problem : null;
    },
    /** The share of the disk that is free, from 0 to 1; null if unknown. */
    async freeShare(): Promise<number | null> {
      const space = await files?.current.space().catch(() => null);
      return space ? space.free / space.total : null;
    },
  };
}
