/** `npm run admin -- verify-activity`: checks that the activity log is unchanged. */
import { id } from '../../api/http/schemas.ts';
import { activitySecretsOf } from '../../config.ts';
import { recordSigner } from '../../db/activity-log.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { counted } from './check-files.ts';
import { type AdminService, accountOf, type CommandResult } from './service.ts';

/**
 * Walks the hash chains of the activity log. Prints the first record of each that does not fit.
 *
 * @param owner an address or an ID; left out, every owner is checked
 * @returns the result in a sentence, with exit code 3 if a chain is broken
 */
export async function verifyActivity(
  service: AdminService,
  owner: string | undefined,
): Promise<CommandResult> {
  const { orm, config, operator, clock, print } = service;
  const userId =
    owner === undefined ? null : id.safeParse(owner).success ? owner : (await accountOf(service, owner)).id;
  await recordOperator(orm.em.fork(), {
    at: new Date(await clock()),
    operator,
    action: 'activity_verified',
    userId,
  });
  const walk = await walkChains(
    orm,
    activitySecretsOf(config).map(recordSigner),
    { userId },
    ({ userId, id, type, at, first }) =>
      print(
        `Owner ${userId}: record ${id} (${type}, ${at.toISOString()}) ${
          first ? 'is not the first of a whole chain' : 'does not follow from the one before it'
        }.`,
      ),
  );
  const extent = `${counted(walk.records, 'record', 'records')} of ${counted(walk.owners, 'owner', 'owners')}`;
  if (userId !== null && walk.records === 0) throw new Failure(`There is no record of ${owner}`);
  if (walk.broken === 0) return `${extent}: every chain is whole.`;
  const broken = `${extent}: ${counted(walk.broken, 'chain is', 'chains are')} broken.`;
  const hint =
    'Each is broken from its first record: is the secret that they were signed with in ACTIVITY_HMAC_SECRET or ACTIVITY_HMAC_SECRET_PREVIOUS?';
  return { text: walk.brokenAtFirst === walk.owners ? `${broken}\n${hint}` : broken, code: 3 };
}
