import type { ServerResponse } from 'node:http';

/** Gives a place back once the answer was sent or the client is gone, which may already be so. */
export function leaveWhenSent(res: ServerResponse, leave: () => void): void {
  if (res.destroyed || res.closed) leave();
  else res.once('close', leave);
}
