/** Reads JSON as a route does, from bytes that arrive in chunks. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { jsonReader } from '../../../api/http/bodies/read-json.ts';

const read = jsonReader(Number.MAX_SAFE_INTEGER);

export function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, {
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  return read(new Koa().createContext(req, new ServerResponse(req)), body);
}
