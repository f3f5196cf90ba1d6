/** The crowd of a campaign: an account like any other, which logs in on many devices and then takes what it can get. */
import { LIMITS } from '../api/http/limits.ts';
import { visitor } from '../dev/callers.ts';
import { ATTACKS } from './crowd/attacks.ts';
import { localNetworks, type RunningCrowd, startCrowd } from './crowd/start-crowd.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { CrowdEvidence } from './evidence.ts';
import { openAccount } from './open-account.ts';
import { untilAnswered } from './until-answered.ts';

const SESSIONS = 50;
const NETWORKS = 20;
const { points, seconds } = LIMITS.default;
/** An account may do twice as much as one session. */
const REQUESTS_PER_MS = (2 * points) / (seconds * 1_000);
/** Lists, check-ins and exports. */
const ATTACKS_PER_SESSION = 3;
/**
 * A campaign's days take seconds, so its limits are out of reach. At this pace all sessions of the account together ask
 * for as much as the real limits would allow. Its devices, which log in, keep the same pace.
 */
const REST_MS = (SESSIONS * ATTACKS_PER_SESSION) / REQUESTS_PER_MS;
const ACCOUNT = { email: 'crowd@chaos.example', name: 'Crowd', session: 'bearer' } as const;

export interface GatheredCrowd {
  readonly seen: CrowdEvidence | null;
  stop(): Promise<void>;
}

/** Where the crowd's account logs in from: a network like an owner's, before it spreads over others. */
const FROM = '10.9.0.1';

async function logInEverywhere(environment: CampaignEnvironment) {
  const { service, over } = environment;
  const { credentials } = await openAccount(
    { ...environment, service: { ...service, network: FROM } },
    ACCOUNT,
    () => () => {},
  );
  const body = { ...credentials, session: 'bearer' as const };
  const sessions: string[] = [];
  const devices: string[] = [];
  while (sessions.length < SESSIONS) {
    const call = visitor({ ...service, network: FROM });
    const { data } = await untilAnswered(over, () => call.POST('/auth/login', { body }));
    sessions.push(data?.accessToken ?? '');
    devices.push(data?.deviceToken ?? '');
  }
  return { ...credentials, sessions, devices };
}

/**
 * Gathers a crowd, which is at work soon after. It goes on until it is stopped.
 *
 * @param environment null for a campaign without one
 */
export function gatherCrowd(environment: CampaignEnvironment | null): GatheredCrowd {
  if (!environment) return { seen: null, stop: async () => {} };
  let crowd: RunningCrowd | undefined;
  let failed: string | null = null;
  const { api, webApp } = environment.service;
  const gathering = logInEverywhere(environment)
    .then((account) => {
      crowd = startCrowd({
        port: Number(new URL(api).port),
        host: new URL(webApp).host,
        networks: localNetworks(1, NETWORKS),
        account,
        changers: [],
        link: null,
        restMs: REST_MS,
        attacks: ATTACKS.filter(({ needs }) => needs === undefined).map(({ name }) => name),
      });
    })
    .catch((error: Error) => {
      failed = `the crowd never gathered: ${error.message}`;
    });
  return {
    get seen() {
      const ended = failed ?? crowd?.ended ?? null;
      return { sessions: SESSIONS, networks: NETWORKS, counts: crowd?.counts ?? {}, ended };
    },
    async stop() {
      await gathering;
      await crowd?.stop();
    },
  };
}
