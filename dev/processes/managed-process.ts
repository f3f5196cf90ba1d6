import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, sentence } from '../cli/failure.ts';
import type { Say } from '../cli/progress.ts';
import { identify, type ProcessIdentity } from './identity.ts';
import { lastLines, lastWords, logLength, openLog } from './log-file.ts';
import { groupEnded, killOnExit, signalGroup } from './process-group.ts';

/** After this many deaths within this time, another restart is hopeless. */
const HOPELESS_DEATHS = 5;
const HOPELESS_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 500;

/** Knows every process of an instance, for this supervisor and, after a `kill -9`, for the next one. */
export interface ProcessRegistry {
  /** Registers a process, so that it is stopped with the others even while it is still starting. */
  enlist(process: ManagedProcess): void;
  add(name: string, process: ProcessIdentity): void;
  remove(process: ProcessIdentity): void;
  /** Whether everything is being stopped. Nothing may start any more. */
  readonly closing: boolean;
}

/** What to do when a process dies on its own. Without a policy it stays down. */
export interface RestartPolicy {
  say: Say;
  /** Called when it has died too often; `failure` says so and shows the end of its log. */
  giveUp(failure: Failure, kind: ManagedProcess['kind']): void;
}

export interface ProcessOptions {
  /** As people know it: "PostgreSQL", "API". */
  name: string;
  /** A service uses the servers, and is stopped before them. */
  kind: 'server' | 'service';
  command: string;
  args: string[];
  /** The program's own name for itself, when that differs from the command. */
  argv0?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Whom to run as, when this process may choose. */
  user?: { uid: number; gid: number } | undefined;
  /** Both output streams are appended here; a pipe would break when we are killed. */
  logFile: string;
  /** Asks it to stop. It is killed after `stopWithinMs`. */
  stopSignal?: NodeJS.Signals;
  stopWithinMs?: number;
  /** Runs before each start, to clear what a killed predecessor left. */
  prepare?(): Promise<void>;
  /** Resolves when it can be used. `logged` is how long the log was when this start began. */
  ready(signal: AbortSignal, logged: number): Promise<void>;
  registry?: ProcessRegistry | undefined;
  restart?: RestartPolicy | undefined;
}

/** One program of an instance. It has its own process group, so a terminal's Ctrl-C reaches it only through `stop`. */
export interface ManagedProcess {
  readonly name: string;
  readonly kind: 'server' | 'service';
  /** Undefined while it is down. */
  readonly pid: number | undefined;
  readonly logFile: string;
  /** Starts it again and resolves when it can be used. Throws a Failure when it dies first. */
  start(): Promise<void>;
  /** Asks it to stop, kills it when it does not, and resolves when it is gone. It stays down. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. It stays down until `start`. */
  kill(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  identity: ProcessIdentity;
  gone: Promise<void>;
  /** Aborts, with the reason, when the process is gone. */
  alive: AbortController;
  /** Whether we ended it ourselves. */
  dismissed: boolean;
}

/**
 * Starts a program and keeps it up.
 *
 * @throws Failure when it dies before it can be used
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  const { name, kind, logFile, registry, restart, stopSignal = 'SIGTERM', stopWithinMs = 5_000 } = options;
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
        if (child.pid) {
          // Also kills what the program itself started, such as a hung grandchild.
          signalGroup(child.pid, 'SIGKILL');
          groupEnded(child.pid);
        }
        registry?.remove(identity);
        const words = lastWords(logFile, logged);
        alive.abort(new Failure(`${name} ${why}${words ? `; its last output: ${words}` : ''} (${logFile})`));
        resolve();
      };
      child.once('exit', (code, signal) => end(`exited with ${signal ?? `exit code ${code}`}`));
      child.once('error', (error) => end(`cannot be started: ${error.message}`));
    });
    if (child.pid) {
      killOnExit(child.pid);
      registry?.add(name, identity);
    }
    const launched: Running = { child, identity, gone, alive, dismissed: false };
    void gone.then(() => {
      if (running === launched) running = undefined;
    });
    return launched;
  }

  async function bringUp(): Promise<void> {
    await options.prepare?.();
    if (!wanted || registry?.closing) throw new Failure(`${name} was stopped before it had started`);
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
      if (!launched.dismissed && wanted && restart) {
        void startAgain(restart, launched.alive.signal.reason as Failure);
      }
    });
  }

  /** Restarts it after a death, waiting longer each time, until it is up or has died too often. */
  async function startAgain({ say, giveUp }: RestartPolicy, death: Failure): Promise<void> {
    for (let reason = death; wanted; ) {
      const now = performance.now();
      deaths = [...deaths.filter((at) => now - at < HOPELESS_WITHIN_MS), now];
      if (deaths.length >= HOPELESS_DEATHS) {
        wanted = false;
        const heading = `${name} died ${deaths.length} times within a minute; the end of ${logFile}:`;
        const tail = lastLines(logFile, 10).map((line) => `    ${line}`);
        giveUp(new Failure([heading, ...tail].join('\n')), kind);
        return;
      }
      const pauseMs = FIRST_PAUSE_MS * 2 ** (deaths.length - 1);
      say(`${reason.message}; starting it again in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
      // Another caller may have started it by now.
      if (!wanted || running) return;
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
    if (target.identity.pid && !target.alive.signal.aborted) signalGroup(target.identity.pid, signal);
    const late = setTimeout(() => signalGroup(target.identity.pid, 'SIGKILL'), stopWithinMs);
    await target.gone;
    clearTimeout(late);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    wanted = false;
    if (running) await dismiss(running, signal);
  }

  const managed: ManagedProcess = {
    name,
    kind,
    logFile,
    get pid() {
      return running?.identity.pid;
    },
    async start() {
      wanted = true;
      if (running) return;
      await bringUp().catch((error) => {
        wanted = false;
        throw error;
      });
    },
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
  };
  registry?.enlist(managed);
  await managed.start();
  return managed;
}
