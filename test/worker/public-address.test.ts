import { randomUUIDv7 } from 'node:crypto';
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { makeCertificates } from '../../chaos/certificates.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { toleranceMs } from '../../db/liveness.ts';
import { readWatch } from '../../db/watched.ts';
import { askAddress } from '../../worker/public-address.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { startWorkerEnvironment, type WorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

/** A public address: a real HTTP server that goes away and comes back at the same place. */
function publicAddress(answer: number) {
  let server: Server | null = null;
  let port = 0;
  const connections = new Set<string>();
  return {
    connections,
    get url() {
      return `http://127.0.0.1:${port}/health`;
    },
    async up(): Promise<void> {
      server = createServer((request, response) => {
        connections.add(`${request.socket.remotePort}`);
        response.writeHead(answer, { location: '/elsewhere' }).end('{}');
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    },
    async down(): Promise<void> {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
      server = null;
    },
  };
}

describe('asking an address', () => {
  test('accepts only 200 as a response, and makes a new connection each time', async () => {
    const well = publicAddress(200);
    await well.up();
    await askAddress(well.url);
    await askAddress(well.url);
    expect(well.connections.size).toBe(2);
    await well.down();
    await expect(askAddress(well.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    for (const status of [204, 301, 404, 503]) {
      const ill = publicAddress(status);
      await ill.up();
      await expect(askAddress(ill.url)).rejects.toThrow(`it answers ${status}`);
      await ill.down();
    }
  });

  test('does not wait for a server that answers with an upgrade nobody requested', async () => {
    const odd = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const { port } = odd.address() as AddressInfo;
    await expect(askAddress(`http://127.0.0.1:${port}/health`)).rejects.toThrow('it does not answer');
    await new Promise((resolve) => odd.close(resolve));
  });
});

describe('a worker with LIVENESS_URL', () => {
  const address = publicAddress(200);
  let environment: WorkerEnvironment;
  beforeAll(async () => {
    await address.up();
    await address.down();
    environment = await startWorkerEnvironment({
      env: { LIVENESS_URL: address.url, GRACE_PERIOD_HOURS: '48' },
    });
  });
  afterAll(async () => {
    await environment.close();
    await address.down();
  });

  const lastProof = async () =>
    (
      await environment.em().find(Liveness, { service: 'public' }, { orderBy: { beatAt: 'desc' }, limit: 1 })
    )[0]?.beatAt;
  const metric = async (name: string) => {
    const text = await (await fetch(`${environment.url}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };

  /** An owner who was warned a moment ago. */
  async function inGrace() {
    const owner = await buildOwnerWithSuccessor(environment);
    for (let reminder = 0; reminder < 3; reminder += 1) {
      await take(environment, owner, { kind: 'reminder_accepted', at: Date.now() });
    }
    await take(environment, owner, {
      kind: 'final_notice_accepted',
      at: Date.now(),
      handoverId: randomUUIDv7(),
    });
    return owner;
  }

  test('an address that never answered raises an alarm and delays no handover; once it has answered, its outages extend a grace period', async () => {
    // It has refused since the start: an alarm is raised, and no switch waits for it.
    await until('the alarm', () =>
      environment.logs.some((line) => line.includes('LIVENESS_URL has not answered')),
    );
    expect((await readWatch(environment.em(), 'public')).neverAnsweredSince).toEqual(expect.any(Date));
    // What the database is too busy to say within a second comes with a later scrape.
    await until('the metric', async () => (await metric('vault_liveness_url_never_answered')) === 1);
    const early = await inGrace();
    await until('a release in spite of it', async () => {
      return (await switchOf(environment, early)).state.status === 'awaiting_successors';
    });

    await address.up();
    await until('a proof', lastProof);
    expect((await readWatch(environment.em(), 'public')).neverAnsweredSince).toBeNull();

    // First, because the grace period lasts for less than a second.
    await address.down();
    const owner = await inGrace();
    const planned = (await switchOf(environment, owner)).state.finalNoticeAt ?? 0;
    const graceMs = 2 * environment.dayMs;
    type Timeline = { credits: { reason: string; from: string; creditedMs: number }[]; creditedMs: number };
    const whyOf = ({ credits }: Timeline) => credits.filter(({ reason }) => reason === 'public_address_down');
    // The API's preview says what the worker does.
    const body = await until('an outage longer than the grace period', async () => {
      const { body: timeline } = await owner.program.get('/inactivity/timeline');
      return (whyOf(timeline)[0]?.creditedMs ?? 0) > graceMs && (timeline as Timeline);
    });
    expect((await switchOf(environment, owner)).state.status).toBe('grace_period');
    const why = whyOf(body);
    expect(why).toEqual([
      {
        from: expect.any(String),
        to: expect.any(String),
        reason: 'public_address_down',
        creditedMs: expect.any(Number),
      },
    ]);
    // The address was down before, too, but nothing before the final notice is credited here.
    expect(Date.parse(why[0]?.from ?? '')).toBe(planned);
    expect(body.creditedMs).toBe(body.credits.reduce((sum, each) => sum + each.creditedMs, 0));

    await address.up();
    await until('the grace period to end', async () => {
      return (await switchOf(environment, owner)).state.status === 'awaiting_successors';
    });
    const { state } = await switchOf(environment, owner);
    expect(state.handover?.graceEndedAt ?? 0).toBeGreaterThan(planned + graceMs + (why[0]?.creditedMs ?? 0));
    expect(
      environment.logs.filter((line) => line.includes('LIVENESS_URL does not answer')).length,
    ).toBeGreaterThan(0);
  });
});

describe('a worker without LIVENESS_URL', () => {
  const certificates = makeCertificates('DNS:vault.test', useFolder('vault-tls-'));
  const trusted = tls.getCACertificates('default');
  const front = createTlsServer(certificates.valid, (_request, response) => response.end('{}'));
  const realLookup = dns.lookup;
  const lookup = jest.spyOn(dns, 'lookup');
  /** The domain of the service has an address, or nobody knows it any more. */
  function setName(known: boolean): void {
    const find = (name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) => {
      if (name !== 'vault.test') realLookup(name, options, done);
      else if (known) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    };
    lookup.mockImplementation(find as typeof dns.lookup);
  }

  let environment: WorkerEnvironment;
  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, certificates.authority.cert]);
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    setName(true);
    const { port } = front.address() as AddressInfo;
    environment = await startWorkerEnvironment({
      env: { FRONTEND_URL: `https://vault.test:${port}`, LIVENESS_URL: '' },
    });
  });
  afterAll(async () => {
    await environment.close();
    lookup.mockRestore();
    tls.setDefaultCACertificates(trusted);
    front.closeAllConnections();
    front.close();
  });

  const proofs = () => environment.em().find(Liveness, { service: 'public' });
  const proven = async () => Math.max(0, ...(await proofs()).map(({ beatAt }) => beatAt.getTime()));
  const logged = (code: string) => environment.logs.some((line) => line.includes(`"why":"${code}"`));

  test.each([
    [
      'an expired certificate',
      'CERT_HAS_EXPIRED',
      () => front.setSecureContext(certificates.expired),
      () => front.setSecureContext(certificates.valid),
    ],
    ['a name that is no longer registered', 'ENOTFOUND', () => setName(false), () => setName(true)],
  ])('%s is an outage', async (_, code, breakIt, mendIt) => {
    const owner = await buildOwnerWithSuccessor(environment);
    const seenAt = Date.now();
    await until('a proof', async () => (await proven()) > seenAt);
    breakIt();
    await until('a warning', () => logged(code));
    const last = await proven();
    await until('an outage', () => Date.now() > last + 2 * toleranceMs(environment.dayMs));
    mendIt();
    const back = Date.now();
    await until('two proofs', async () =>
      (await proofs()).some(({ startedAt, beatAt }) => startedAt.getTime() > last && beatAt > startedAt),
    );
    const { body } = await owner.program.get('/inactivity/timeline');
    const credited = body.credits.filter(
      ({ reason, from, to }: { reason: string; from: string; to: string }) =>
        reason === 'public_address_down' && Date.parse(from) <= last && Date.parse(to) >= back,
    );
    expect(credited).toHaveLength(1);
    expect(body.creditedMs).toBeGreaterThanOrEqual(back - last);
  });
});
