import type { ServerResponse } from 'node:http';

/** Calls `leave` once the response was sent or the client is gone; at once if that has already happened. */
export function leaveWhenSent(res: ServerResponse, leave: () => void): void {
  if (res.destroyed || res.closed) leave();
  else res.once('close', leave);
}
