/** Standard output, whose disk may be full and whose reader may stop reading. */
import { fstatSync, writeFileSync } from 'node:fs';
import { CommandFailure } from './failure.ts';

export interface Output {
  write(text: string): void;
  /** Resolves to null once all of it has arrived, or to the first failure. */
  failure(): Promise<NodeJS.ErrnoException | null>;
}

export function openOutput(): Output {
  const stream = process.stdout;
  let failed: NodeJS.ErrnoException | null = null;
  const note = (error: Error | null | undefined) => {
    failed ??= error ?? null;
  };
  // Each write reports its own failure.
  stream.on('error', () => {});
  const isFile = fstatSync(stream.fd).isFile();
  return {
    write(text) {
      if (!isFile) {
        stream.write(text, note);
        return;
      }
      // The stream would lose what no longer fits on the disk, and report nothing.
      try {
        writeFileSync(stream.fd, text);
      } catch (error) {
        note(error as Error);
      }
    },
    failure: () => new Promise((resolve) => stream.write('', () => resolve(failed))),
  };
}

export const lostOutput = ({ message }: Error): CommandFailure =>
  new CommandFailure(`The output could not be written (${message}), so it is incomplete`);
