/** No address that a user gives leads to this machine or into a network behind it. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addressProblem } from '../../guard/address.ts';
import { createGuard, type GuardRules } from '../../guard/post.ts';

let answer: RequestListener = (_request, response) => response.writeHead(204).end();
let receiver: Server;
let connections = 0;
beforeAll(async () => {
  receiver = createServer((request, response) => answer(request, response));
  receiver.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const port = () => (receiver.address() as AddressInfo).port;

const post = (address: string, rules: Partial<GuardRules> = {}) =>
  createGuard({ allowLoopback: false, ...rules }).post(address, {}, '{}');

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
    const resolve = () => Promise.reject(new Error('nobody is asked about it'));
    await expect(post(address, { resolve })).rejects.toThrow('address_not_allowed');
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
    ['to nothing', []],
  ])('that leads %s is refused before a connection is made', async (_where, addresses) => {
    const before = connections;
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    await expect(post(`https://rebind.example.com:${port()}/`, { resolve })).rejects.toThrow(
      'address_not_allowed',
    );
    expect(connections).toBe(before);
  });

  test('is resolved once, and the connection goes to what was checked', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
    // Nothing there speaks TLS, so a connection to the checked address ends with a protocol error.
    const rules = { allowLoopback: true, resolve };
    await expect(post(`https://rebind.example.com:${port()}/`, rules)).rejects.toThrow(
      /SSL|EPROTO|ECONNRESET/,
    );
    expect(answers).toEqual(['10.0.0.1']);
  });
});

describe('a receiver', () => {
  const here = () => `http://127.0.0.1:${port()}/hook`;

  test('that redirects is not followed', async () => {
    let asked = 0;
    answer = (_request, response) => {
      asked += 1;
      response.writeHead(307, { location: here() }).end();
    };
    expect(await post(here(), { allowLoopback: true })).toBe(307);
    expect(asked).toBe(1);
  });

  test('that never answers is given up', async () => {
    answer = () => {};
    await expect(post(here(), { allowLoopback: true, timeoutMs: 200 })).rejects.toThrow('timeout');
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
