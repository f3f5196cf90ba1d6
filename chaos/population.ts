/** Everybody in a campaign: they open accounts, and then play their scenarios. */
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { OwnerEvidence } from './evidence.ts';
import { noEvidence, startOwner } from './owner.ts';
import type { OwnerPlan } from './plans.ts';
import { playScenario } from './scenarios.ts';

export interface Population {
  /** What has been seen of each owner so far. */
  readonly owners: readonly OwnerEvidence[];
  /** How many owners have an account and successors with kits. */
  readonly ready: number;
  /** How many are still preparing, without anything having gone wrong. */
  readonly beginning: number;
  /** The owners who have not finished their scenarios. */
  busy(): OwnerPlan[];
  /** Records what kept an owner from finishing their scenario, even if it never began. */
  trouble(each: OwnerPlan, why: string): void;
  /** Resolves when all owners and successors have stopped. */
  done: Promise<unknown>;
}

/** Each owner has a network of their own, with their successors. */
const networkOf = (n: number): string => `10.0.${n >> 8}.${n & 255}`;

/** Starts all scenarios. They end with the campaign. */
export function populate(environment: CampaignEnvironment, plan: readonly OwnerPlan[], say: Say): Population {
  const owners: OwnerEvidence[] = [];
  const busy = new Set(plan);
  let [ready, beginning] = [0, plan.length];

  function trouble(each: OwnerPlan, why: string): void {
    let owner = owners.find(({ plan: { email } }) => email === each.email);
    if (!owner) {
      owner = noEvidence(each);
      owners.push(owner);
    }
    owner.trouble.push(why);
    say(`${each.email}: ${why}`);
  }

  async function followPlan(each: OwnerPlan): Promise<void> {
    try {
      const own = {
        ...environment,
        service: { ...environment.service, network: networkOf(plan.indexOf(each)) },
      };
      const starting = startOwner(own, each, (begun) => void owners.push(begun));
      const owner = await starting.finally(() => {
        beginning -= 1;
      });
      ready += 1;
      await playScenario(own, owner);
    } catch (error) {
      if (!environment.over.aborted) trouble(each, sentence(error));
    }
    busy.delete(each);
  }

  return {
    owners,
    get ready() {
      return ready;
    },
    get beginning() {
      return beginning;
    },
    busy: () => [...busy],
    trouble,
    done: Promise.all(plan.map(followPlan)),
  };
}
