/** `npm run verify-activity`: checks that nobody has changed the activity log. */
import { id } from '../api/http/schemas.ts';
import { recordOperator } from '../db/operator-log.ts';
import { readArguments } from '../dev/cli/arguments.ts';
import { Failure, sentence } from '../dev/cli/failure.ts';
import { accountOf, openService, type Service } from './admin/service.ts';
import { walkChains } from './verify-activity/walk.ts';

const help = `npm run verify-activity [-- flags]

Walks the hash chain of every owner's activity log: each record is signed with ACTIVITY_HMAC_SECRET together with the
signature before it. A record that was changed, removed, inserted or moved breaks its owner's chain, and the first one
that doesn't fit is named. Exits with 1 if a chain is broken, with 0 if all are whole.

A chain can't tell whether its newest records, or all of an owner's, were removed, because nothing comes after them.
Reconcile notices if the whole database went back; for a single owner, compare with a backup. Somebody who has
ACTIVITY_HMAC_SECRET can write a chain that fits.

Flags
  --user <address or ID>  only this owner
  --data <folder>         where npm start keeps its data (default: .data in the checkout)
  --help                  this text
`;

function readFlags() {
  const options = {
    user: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  return readArguments({ options }, 'npm run verify-activity').values;
}

const counted = (n: number, one: string, more: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : more}`;

/** @returns whether every chain is whole */
async function verify(service: Service, user: string | undefined): Promise<boolean> {
  const { orm, signRecord, operator, clock } = service;
  const userId =
    user === undefined ? null : id.safeParse(user).success ? user : (await accountOf(service, user)).id;
  await recordOperator(orm.em.fork(), {
    at: new Date(await clock()),
    operator,
    action: 'activity_verified',
    userId,
  });
  const walk = await walkChains(orm, signRecord, userId, ({ userId, id, type, at, first }) =>
    console.log(
      `Owner ${userId}: record ${id} (${type}, ${at.toISOString()}) ${
        first ? 'is not the first of a chain that is whole' : 'does not follow from the one before it'
      }.`,
    ),
  );
  const extent = `${counted(walk.records, 'record', 'records')} of ${counted(walk.owners, 'owner', 'owners')}`;
  if (userId !== null && walk.records === 0) throw new Failure(`There is no record of ${user}`);
  if (walk.broken === 0) {
    console.log(`${extent}: every chain is whole.`);
    return true;
  }
  console.log(`${extent}: ${counted(walk.broken, 'chain is', 'chains are')} broken.`);
  if (walk.brokenAtFirst === walk.owners && walk.owners > 0) {
    console.log(
      'Each is broken from its first record: is ACTIVITY_HMAC_SECRET the one they were signed with?',
    );
  }
  return false;
}

try {
  const flags = readFlags();
  if (flags.help) console.log(help.trimEnd());
  else {
    const service = await openService(flags.data);
    try {
      process.exitCode = (await verify(service, flags.user)) ? 0 : 1;
    } finally {
      await service.close();
    }
  }
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
