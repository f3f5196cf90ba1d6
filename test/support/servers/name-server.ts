/** A name server of our own, which can say anything or nothing. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

type Type = 'A' | 'AAAA';
/** Addresses of either kind; those of the kind asked for are sent. */
type Answer = readonly string[] | 'unknown' | 'failure' | 'silence';

const NUMBERS: Record<Type, number> = { A: 1, AAAA: 28 };
const CNAME = 5;
const CODES = { failure: 2, unknown: 3 };
/** Points to the name in the question (RFC 1035, 4.1.4). */
const QUESTION = Buffer.from([0xc0, 12]);

const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, head, data]);
}

/** The name in a query, its type, and where its question ends. */
function questionIn(query: Buffer): { name: string; type: Type; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === NUMBERS.A ? 'A' : 'AAAA';
  return { name: labels.join('.'), type, end: at + 5 };
}

export async function startNameServer() {
  const socket = createSocket('udp4');
  const server = {
    address: '',
    /** The queries so far, such as `example.com A`. */
    queries: [] as string[],
    answer: (_type: Type): Answer => 'unknown',
    /** The name that every other name is an alias of; empty if none. */
    alias: '',
    reset() {
      server.queries.length = 0;
      server.alias = '';
      server.answer = () => 'unknown';
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    server.queries.push(`${name} ${type}`);
    const answer = server.answer(type);
    if (answer === 'silence') return;
    const found = typeof answer === 'string' ? [] : answer;
    const owner = server.alias === '' ? QUESTION : encodedName(server.alias);
    const records = found
      .map((each) => Buffer.from(ipaddr.parse(each).toByteArray()))
      .filter(({ length }) => length === (type === 'A' ? 4 : 16))
      .map((data) => record(owner, NUMBERS[type], data));
    if (server.alias !== '') records.unshift(record(QUESTION, CNAME, owner));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? CODES[answer] : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
