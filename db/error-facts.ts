/** Errors as a log may keep them: a database's words repeat rows, and a mail server's repeat addresses. */

/** Name, code and stack frames, down the chain of causes; never the message. */
export function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { name, code, stack = '', cause } = error as Error & { code?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    at: frames.map((line) => line.trim()),
    ...(cause instanceof Error ? { cause: errorFacts(cause) } : {}),
  };
}
