/** No address that a user gives leads to this machine or into a network behind it. */
import { lookup } from 'node:dns/promises';
import { createServer, type RequestListener } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { addressProblem } from '../../guard/address.ts';
import { createGuard, type GuardRules } from '../../guard/post.ts';
import { listening } from '../support/servers/listening.ts';
import { startNameServer } from '../support/servers/name-server.ts';
import { use } from '../support/use.ts';

let answer: RequestListener = (_request, response) => response.writeHead(204).end();
let connections = 0;
const names = await use(startNameServer);
const receiver = createServer((request, response) => answer(request, response));
receiver.on('connection', () => {
  connections += 1;
});
const { port } = await use(() => listening(receiver));
beforeEach(() => names.reset());

const post = (address: string, rules: Partial<GuardRules> = {}) =>
  createGuard({ allowLoopback: false, dnsServers: [names.address], ...rules }).post(address, {}, '{}');

describe('an address that is refused as it stands', () => {
  test.each([
    ['loopback', 'https://127.0.0.1/'],
    ['another loopback address', 'https://127.255.255.254/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in hexadecimal', 'https://0x7f000001/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback in two parts', 'https://127.1/'],
    ['loopback in full-width digits', 'https://１２７.0.0.1/'],
    ['this host', 'https://0.0.0.0/'],
    ['a private network, 10/8', 'https://10.1.2.3/'],
    ['a private network, 172.16/12', 'https://172.31.255.255/'],
    ['a private network, 192.168/16', 'https://192.168.0.1/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['benchmarking', 'https://198.18.0.1/'],
    ['documentation', 'https://203.0.113.7/'],
    ['multicast', 'https://224.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 unspecified', 'https://[::]/'],
    ['IPv4 within IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4 within IPv6, in hexadecimal', 'https://[::ffff:a00:1]/'],
    ['IPv4 within IPv6, the old way', 'https://[::127.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['NAT64 of a network', 'https://[64:ff9b:1::a00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['Teredo', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['IPv6 link-local', 'https://[fe80::1]/'],
    ['IPv6 unique local', 'https://[fd00:ec2::254]/'],
    ['IPv6 site-local', 'https://[fec0::1]/'],
    ['IPv6 documentation', 'https://[2001:db8::1]/'],
    ['newer IPv6 documentation', 'https://[3fff::1]/'],
    ['IPv6 multicast', 'https://[ff02::1]/'],
    ['IPv6 outside what is assigned', 'https://[4000::1]/'],
    ['a name for this machine', 'https://localhost/'],
    ['a name below it', 'https://vault.localhost/'],
    ['a name with a final dot', 'https://localhost./'],
    ['a name of a cloud', 'https://metadata.google.internal/'],
    ['a name in a local network', 'https://printer.local/'],
    ['a name without a domain', 'https://postgres/'],
    ['the port of a mail server', 'https://example.com:25/'],
    ['a port of SSH', 'https://example.com:22/'],
    ['the port of http', 'https://example.com:80/'],
    ['a port of X11', 'https://example.com:6000/'],
    ['a name and a password', 'https://user:secret@example.com/'],
    ['no encryption', 'http://example.com/'],
    ['another protocol', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['no address at all', 'example.com'],
  ])('%s: %s', async (_what, address) => {
    expect(addressProblem(address, { allowLoopback: false })).not.toBeNull();
    await expect(post(address)).rejects.toThrow('address_not_allowed');
    expect(names.queries).toEqual([]);
  });
});

test.each([
  'https://example.com/hook?x=1',
  'https://example.com:8443/',
  'https://93.184.215.14/',
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  'https://xn--bcher-kva.example.com/',
])('a public address is none of these: %s', (address) => {
  expect(addressProblem(address, { allowLoopback: false })).toBeNull();
});

describe('a public name', () => {
  test.each([
    ['to loopback', ['127.0.0.1']],
    ['to the metadata of a cloud', ['169.254.169.254']],
    ['to an IPv6 address of a local network', ['fd12::1']],
    ['to loopback within IPv6', ['::ffff:127.0.0.1']],
    ['to a public address and a private one', ['93.184.215.14', '10.0.0.1']],
  ])('that leads %s is refused before a connection is made', async (_where, addresses) => {
    const before = connections;
    names.answer = () => addresses;
    await expect(post(`https://rebind.example.com:${port}/`)).rejects.toThrow('address_not_allowed');
    expect(connections).toBe(before);
  });

  // Nothing there speaks TLS, so a connection to the checked address ends with a protocol error.
  const CONNECTED = /SSL|EPROTO|ECONNRESET/;
  const connect = (rules: Partial<GuardRules> = {}) =>
    post(`https://name.example.com:${port}/`, { allowLoopback: true, ...rules });

  test('is resolved once, and the connection goes to what was checked', async () => {
    names.answer = () => [names.queries.length > 2 ? '10.0.0.1' : '127.0.0.1'];
    await expect(connect()).rejects.toThrow(CONNECTED);
    expect(names.queries.toSorted()).toEqual(['A', 'AAAA'].map((type) => `name.example.com ${type}`));
  });

  test('may have another name, and addresses of one kind', async () => {
    names.alias = 'host.elsewhere.example';
    names.answer = (type) => (type === 'A' ? ['127.0.0.1'] : []);
    await expect(connect()).rejects.toThrow(CONNECTED);
    names.answer = (type) => (type === 'A' ? [] : ['10.0.0.1', 'fd12::1']);
    await expect(connect()).rejects.toThrow('address_not_allowed');
  });

  test.each(['failure', 'silence'] as const)('is reached despite a %s about its IPv6', async (what) => {
    names.answer = (type) => (type === 'A' ? ['127.0.0.1'] : what);
    await expect(connect({ timeoutMs: 8_000 })).rejects.toThrow(CONNECTED);
  });

  test.each([
    ['nobody knows', 'unknown', 'ENOTFOUND'],
    ['has no address', [], 'ENODATA'],
    ['DNS fails to resolve', 'failure', 'ESERVFAIL'],
    ['DNS says nothing about', 'silence', 'timeout'],
  ] as const)('that %s is given up', async (_what, answer, code) => {
    names.answer = () => answer;
    await expect(connect(answer === 'silence' ? { timeoutMs: 400 } : {})).rejects.toThrow(code);
  });

  test('without an IPv4 address, and with silence about its IPv6, is given up for the silence', async () => {
    names.answer = (type) => (type === 'A' ? [] : 'silence');
    await expect(connect({ timeoutMs: 400 })).rejects.toThrow('timeout');
  });

  test('is not called unreachable while our name server is', async () => {
    await expect(connect({ dnsServers: ['127.0.0.1:1'] })).rejects.toThrow('EAI_AGAIN');
  });

  test('that DNS says nothing about keeps no other name waiting', async () => {
    names.answer = () => 'silence';
    let given = 0;
    const silent = Array.from({ length: 20 }, (_, i) =>
      post(`https://a${i}.example.com/`, { timeoutMs: 8_000 }).catch((error: Error) => {
        given += 1;
        return error.message;
      }),
    );
    await lookup('localhost');
    expect(given).toBe(0);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['timeout']));
  });
});

describe('a receiver', () => {
  const here = () => `http://127.0.0.1:${port}/hook`;

  test('that redirects is not followed', async () => {
    let queries = 0;
    answer = (_request, response) => {
      queries += 1;
      response.writeHead(307, { location: here() }).end();
    };
    expect(await post(here(), { allowLoopback: true })).toBe(307);
    expect(queries).toBe(1);
  });

  test('that never answers is given up', async () => {
    answer = () => {};
    await expect(post(here(), { allowLoopback: true, timeoutMs: 200 })).rejects.toThrow('timeout');
  });

  test('that answers with an upgrade nobody requested is not waited for', async () => {
    answer = (request) => {
      request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
      );
    };
    await expect(post(here(), { allowLoopback: true })).rejects.toThrow('unreachable');
  });

  test('that never stops answering is not read', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    expect(await post(here(), { allowLoopback: true })).toBe(200);
  });

  test('on this machine is refused unless a test allows it', async () => {
    const before = connections;
    await expect(post(here())).rejects.toThrow('address_not_allowed');
    expect(connections).toBe(before);
  });
});
