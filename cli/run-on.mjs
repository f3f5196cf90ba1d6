import { spawn } from 'node:child_process';

/** Runs a program on another Node, and ends as it does: with its exit code, or by the same signal. */
export function runOn(node, args, env) {
  const child = spawn(node, args, { stdio: 'inherit', env });
  // A terminal signals the whole group, other senders only this process. The child doesn't mind a second signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => {
    console.error(`Node 24 cannot be run (${error.message}): remove node_modules, and run \`npm ci\`.`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exit(code ?? 1);
    }
  });
}
