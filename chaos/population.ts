/** Everybody in a campaign: they move in, and then live as cast. */
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import type { CastOwner } from './cast.ts';
import type { CampaignEnvironment } from './environment.ts';
import type { OwnerEvidence } from './evidence.ts';
import { live } from './lives.ts';
import { beginLife } from './owner.ts';

export interface Population {
  /** What has been seen of each owner so far. */
  readonly owners: readonly OwnerEvidence[];
  /** How many owners have moved in. */
  readonly movedIn: number;
  /** The owners who have not finished their lives. */
  busy(): CastOwner[];
  /** Records what kept an owner from living as cast, even if their life never began. */
  trouble(each: CastOwner, why: string): void;
  /** Resolves when all owners and successors have stopped. */
  done: Promise<unknown>;
}

/** Each owner has a network of their own, with their successors. */
const networkOf = (n: number): string => `10.0.${n >> 8}.${n & 255}`;

/** An owner who has not done anything yet. */
const beforeLife = (cast: CastOwner): OwnerEvidence => ({
  cast,
  userId: '',
  acts: [],
  deeds: [],
  rehearsals: [],
  rehearsed: [],
  refusals: [],
  thefts: [],
  kept: null,
  texts: new Map(),
  trouble: [],
});

/** Begins all lives. They end with the campaign. */
export function populate(environment: CampaignEnvironment, cast: readonly CastOwner[], say: Say): Population {
  const owners: OwnerEvidence[] = [];
  const busy = new Set(cast);
  let movedIn = 0;

  function trouble(each: CastOwner, why: string): void {
    let owner = owners.find(({ cast: { email } }) => email === each.email);
    if (!owner) {
      owner = beforeLife(each);
      owners.push(owner);
    }
    owner.trouble.push(why);
    say(`${each.email}: ${why}`);
  }

  async function liveAsCast(each: CastOwner): Promise<void> {
    try {
      const own = {
        ...environment,
        service: { ...environment.service, network: networkOf(cast.indexOf(each)) },
      };
      const owner = await beginLife(own, each, (begun) => void owners.push(begun));
      movedIn += 1;
      await live(own, owner);
    } catch (error) {
      if (!environment.over.aborted) trouble(each, sentence(error));
    }
    busy.delete(each);
  }

  return {
    owners,
    get movedIn() {
      return movedIn;
    },
    busy: () => [...busy],
    trouble,
    done: Promise.all(cast.map(liveAsCast)),
  };
}
