import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, sentence } from './failure.ts';
import { identify, type ProcessIdentity } from './identity.ts';
import { lastLines, lastWords, logLength, openLog } from './log-file.ts';
import type { Say } from './progress.ts';

/** Five deaths within this time, and starting it again is hopeless. */
const HOPELESS_DEATHS = 5;
const HOPELESS_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 500;

/** Knows everything that runs together, for this process and, after a `kill -9`, for the next one. */
export interface ProcessRegistry {
  /** Takes note of a piece, so that it is stopped with the others even if its start is still under way. */
  enlist(piece: ManagedProcess): void;
  add(name: string, process: ProcessIdentity): void;
  remove(process: ProcessIdentity): void;
  /** Whether all is being stopped: nothing may be started any more. */
  readonly closing: boolean;
}

/** What to do when a piece dies by itself. Without it a death is left as it is. */
export interface Revival {
  say: Say;
  /** Called once, when it has died too often; `failure` says so and shows the end of its log. */
  giveUp(failure: Failure): void;
}

export type PieceKind = 'server' | 'service';

export interface PieceOptions {
  /** As people know it: "PostgreSQL", "API". */
  name: string;
  /** A service uses the servers, and is stopped before them. */
  kind: PieceKind;
  command: string;
  args: string[];
  /** What the program is told its own name is, when that differs from the command. */
  argv0?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Whom to run as, when this process may choose. */
  user?: { uid: number; gid: number } | undefined;
  /** Both output streams are appended here, so that the piece outlives no pipe. */
  logFile: string;
  /** Asked to stop with this signal; after `stopWithinMs` it is killed. */
  stopSignal?: NodeJS.Signals;
  stopWithinMs?: number;
  /** Run before each start, as to clear what a killed predecessor left. */
  prepare?(): Promise<void>;
  /** Resolves when it can be used. `logged` is how long the log was when this start began. */
  ready(signal: AbortSignal, logged: number): Promise<void>;
  ledger?: ProcessRegistry | undefined;
  revival?: Revival | undefined;
}

/**
 * One program of an instance, in a process group of its own: a terminal's Ctrl-C does not reach it, only its
 * `stop` does.
 */
export interface ManagedProcess {
  readonly name: string;
  readonly kind: PieceKind;
  /** Of the process that runs now, or undefined while it is down. */
  readonly pid: number | undefined;
  readonly logFile: string;
  /** Starts it and resolves when it can be used. Throws a Failure when it dies first. */
  start(): Promise<void>;
  /** Asks it to stop, kills it when it does not, and resolves when it is gone. It stays down. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. It stays down until `start`. */
  kill(): Promise<void>;
  /** Kills it with SIGKILL as fate would: it is started again when a revival was given. */
  crash(): void;
}

/** Sends a signal to a whole process group; one that is gone already is fine. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

/** Process groups that are up. However this process ends, short of a kill, they end with it at the latest. */
const groups = new Set<number>();

process.once('exit', () => {
  for (const pid of groups) {
    signalGroup(pid, 'SIGKILL');
  }
});

interface Running {
  child: ChildProcess;
  identity: ProcessIdentity;
  gone: Promise<void>;
  /** Aborts, with the reason, when the process is gone. */
  alive: AbortController;
  /** Whether it was asked to go: then its end is no death. */
  dismissed: boolean;
}

/** A piece that is down; `start` brings it up. */
export function createPiece(options: PieceOptions): ManagedProcess {
  const { name, kind, logFile, ledger, revival, stopSignal = 'SIGTERM', stopWithinMs = 5_000 } = options;
  let running: Running | undefined;
  let wanted = false;
  let deaths: number[] = [];

  function launch(logged: number): Running {
    const log = openLog(logFile);
    const child = spawn(options.command, options.args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: options.env ?? process.env,
      ...(options.argv0 ? { argv0: options.argv0 } : {}),
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...options.user,
    });
    closeSync(log);
    const alive = new AbortController();
    const identity = (child.pid && identify(child.pid)) || { pid: child.pid ?? 0, started: '' };
    const gone = new Promise<void>((resolve) => {
      const end = (why: string) => {
        // What it started itself and did not take along, such as a hung grandchild, goes with it.
        if (child.pid) {
          signalGroup(child.pid, 'SIGKILL');
          groups.delete(child.pid);
        }
        ledger?.remove(identity);
        const words = lastWords(logFile, logged);
        alive.abort(new Failure(`${name} ${why}${words ? `; its last words: ${words}` : ''} (${logFile})`));
        resolve();
      };
      child.once('exit', (code, signal) => end(`ended by itself with ${signal ?? `exit code ${code}`}`));
      child.once('error', (error) => end(`cannot be started: ${error.message}`));
    });
    if (child.pid) {
      groups.add(child.pid);
      ledger?.add(name, identity);
    }
    const launched: Running = { child, identity, gone, alive, dismissed: false };
    void gone.then(() => {
      if (running === launched) {
        running = undefined;
      }
    });
    return launched;
  }

  async function bringUp(): Promise<void> {
    await options.prepare?.();
    if (!wanted || ledger?.closing) {
      throw new Failure(`${name} was told to stop before it had started`);
    }
    const logged = logLength(logFile);
    const launched = launch(logged);
    running = launched;
    try {
      await options.ready(launched.alive.signal, logged);
    } catch (error) {
      await dismiss(launched, 'SIGKILL');
      throw error;
    }
    void launched.gone.then(() => {
      if (!launched.dismissed && wanted && revival) {
        void revive(revival, launched.alive.signal.reason as Failure);
      }
    });
  }

  /** Starts it again after a death, later each time, until it is up or dies too often. */
  async function revive({ say, giveUp }: Revival, death: Failure): Promise<void> {
    for (let reason = death; wanted; ) {
      const now = performance.now();
      deaths = [...deaths.filter((at) => now - at < HOPELESS_WITHIN_MS), now];
      if (deaths.length >= HOPELESS_DEATHS) {
        wanted = false;
        const tail = lastLines(logFile, 10).map((line) => `    ${line}`);
        giveUp(
          new Failure(
            [`${name} died ${deaths.length} times within a minute; the end of ${logFile}:`, ...tail].join(
              '\n',
            ),
          ),
        );
        return;
      }
      const pauseMs = FIRST_PAUSE_MS * 2 ** (deaths.length - 1);
      say(`${reason.message}; starting it again in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
      if (!wanted) {
        return;
      }
      try {
        await bringUp();
        say(`${name} is back`);
        return;
      } catch (error) {
        reason = new Failure(sentence(error));
      }
    }
  }

  async function dismiss(target: Running, signal: NodeJS.Signals): Promise<void> {
    target.dismissed = true;
    if (target.identity.pid && !target.alive.signal.aborted) {
      signalGroup(target.identity.pid, signal);
    }
    const late = setTimeout(() => signalGroup(target.identity.pid, 'SIGKILL'), stopWithinMs);
    await target.gone;
    clearTimeout(late);
  }

  const piece: ManagedProcess = {
    name,
    kind,
    logFile,
    get pid() {
      return running?.identity.pid;
    },
    async start() {
      wanted = true;
      if (!running) {
        await bringUp().catch((error) => {
          wanted = false;
          throw error;
        });
      }
    },
    async stop() {
      wanted = false;
      if (running) {
        await dismiss(running, stopSignal);
      }
    },
    async kill() {
      wanted = false;
      if (running) {
        await dismiss(running, 'SIGKILL');
      }
    },
    crash() {
      if (running) {
        signalGroup(running.identity.pid, 'SIGKILL');
      }
    },
  };
  ledger?.enlist(piece);
  return piece;
}
