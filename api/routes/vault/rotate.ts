/**
 * Replaces the keys of a whole vault and everything sealed under them, or only what is sealed to successors: all of it
 * or nothing.
 */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { User } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { fitsAssignments, fitsVault, replaceContents, replaceEnvelopes } from '../../../db/rotation.ts';
import { stageEnvelopes, unstage } from '../../../db/staged-import.ts';
import { transact } from '../../../db/transact.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { dropEmailChange, lockOwner, recordPersonWrite } from '../../auth/credentials.ts';
import { archiveKeyBundle, limitReplacements, requireBasis } from '../../auth/key-bundle.ts';
import { tellOwner } from '../../auth/weakening.ts';
import { arrivalLimit, checkEntries, checkTrash, lockEntries, usageOf } from '../../billing/plan-limits.ts';
import { PLANS } from '../../billing/plans.ts';
import { MOST_VALUES } from '../../http/bodies/budget.ts';
import type { IncomingBody } from '../../http/bodies/incoming.ts';
import { readLines } from '../../http/bodies/streaming-json.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { markSharesStale } from '../../successors/consequences.ts';
import { lockSuccessors } from '../../successors/owned.ts';
import { fitsHolders, storeShares } from '../../successors/shares.ts';
import { CHECK_IN_FIRST, refuseProgram } from '../../switch/programs.ts';
import { NDJSON } from '../../vault/ndjson.ts';
import { ENVELOPE_BYTES } from '../successors/schema.ts';
import { ROTATION, Rotated, type RotationHead, RotationLine } from './rotation-lines.ts';
import { ENTRY_BODY_LIMIT } from './schema.ts';
import { refuse, Staging } from './staging.ts';

type RotationContext = Pick<HandlerContext, 'caller' | 'client' | 'limit' | 'now' | 'deps' | 'em'>;

/** The most memory that a rotation uses, like an import: a batch as received, as values and as a statement. */
const MEMORY = 8 * 1024 * 1024;

const { entries: MOST_ENTRIES, successors: MOST_SUCCESSORS } = PLANS.family;
const MOST_ENVELOPES = MOST_ENTRIES * MOST_SUCCESSORS;

const changedSince = () =>
  new Problem(
    'version_conflict',
    'The vault has changed since you read it, and nothing was changed now. Read all entries again and start over.',
  );

const successorsChanged = () =>
  new Problem(
    'version_conflict',
    'Your successors, or what is assigned to them, have changed since you read them, and nothing was changed now. ' +
      'Read them again and start over.',
  );

/** Refuses, before anything is read, a rotation that would be refused in the end. */
async function checkFirst({ em: outer, caller, now, deps }: RotationContext): Promise<void> {
  requireConfirmed(caller, now);
  const em = outer.fork();
  const current = await loadSwitch(em, caller.user.id);
  if (!current) throw new Problem('unauthenticated');
  refuseProgram(caller, current.state);
  const user = await em.findOne(User, { id: caller.user.id });
  if (!user) throw new Problem('unauthenticated');
  await limitReplacements(deps, em, user, now);
}

/** @throws Problem `version_conflict` if there are shares, but not exactly one for each successor who needs one now */
async function checkHolders(em: EntityManager, userId: string, { shares }: RotationHead): Promise<void> {
  if (shares && !(await fitsHolders(em, userId, shares))) throw successorsChanged();
}

/** Reads the lines in the order that the first one announces, and stages them as they arrive. */
class RotationReader {
  readonly #context: RotationContext;
  readonly #importId: string;
  readonly #entries: Staging;
  #head: RotationHead | null = null;
  #checkSize: Awaited<ReturnType<typeof arrivalLimit>> | null = null;
  #entryBytes = 0;
  #envelopes = 0;

  constructor(context: RotationContext, importId: string) {
    this.#context = context;
    this.#importId = importId;
    this.#entries = new Staging(context, importId);
  }

  /** @throws Problem `version_conflict` if it is based on other keys or other successors, or announces another number
   *   of entries than there are, or more envelopes than there are assigned entries */
  async #begin(line: RotationLine): Promise<RotationHead> {
    if (line.kind !== 'head') {
      throw invalid([
        { path: 'body.0', message: 'must announce what follows, with keyBundle and envelopeCount' },
      ]);
    }
    const head = line.value;
    const { em, caller, deps } = this.#context;
    const userId = caller.user.id;
    const user = await em.fork().findOne(User, { id: userId });
    if (user) requireBasis(user, head.keyBundleVersion);
    await checkHolders(em.fork(), userId, head);
    const assigned = await em.fork().count(AssignedEntry, { userId });
    if (head.envelopeCount > assigned) throw successorsChanged();
    if (head.entryCount === undefined) return head;
    if (head.entryCount !== (await usageOf(em.fork(), userId)).entries) throw changedSince();
    await checkTrash(deps, em.fork(), userId);
    this.#checkSize = await arrivalLimit(deps, em.fork(), userId, { rekeyed: true });
    return head;
  }

  /** @param from the number of the first line */
  async take(lines: readonly RotationLine[], from: number): Promise<void> {
    const [first] = lines;
    if (!this.#head && first) this.#head = await this.#begin(first);
    const { entryCount = 0, envelopeCount = 0 } = this.#head ?? {};
    if (from + lines.length > 1 + entryCount + envelopeCount) {
      refuse([
        { path: 'body.0.envelopeCount', message: `announces ${envelopeCount}, but more lines follow` },
      ]);
    }
    const entries: Extract<RotationLine, { kind: 'entry' }>['value'][] = [];
    const envelopes: Extract<RotationLine, { kind: 'envelope' }>['value'][] = [];
    for (const [i, line] of lines.entries()) {
      const at = from + i;
      if (at === 0) continue;
      const wanted = at <= entryCount ? 'entry' : 'envelope';
      if (line.kind === 'entry' && wanted === 'entry') entries.push(line.value);
      else if (line.kind === 'envelope' && wanted === 'envelope') envelopes.push(line.value);
      else refuse([{ path: `body.${at}`, message: `must be an ${wanted}, as the first line announces` }]);
    }
    this.#entryBytes += entries.reduce((sum, { encryptedData }) => sum + encryptedData.length, 0);
    this.#checkSize?.({ entries: this.#entries.count + entries.length, entryBytes: this.#entryBytes });
    const firstEntry = Math.max(1, from);
    await this.#entries.add(entries, (i) => `body.${firstEntry + i}`);
    await this.#seal(envelopes, Math.max(1 + entryCount, from));
  }

  async #seal(
    envelopes: Extract<RotationLine, { kind: 'envelope' }>['value'][],
    from: number,
  ): Promise<void> {
    const { em, caller, now } = this.#context;
    const again = await stageEnvelopes(em.fork(), caller.user.id, this.#importId, envelopes, now);
    refuse(again.map((i) => ({ path: `body.${from + i}`, message: 'repeats an earlier envelope' })));
    this.#envelopes += envelopes.length;
  }

  /** @throws Problem if the numbers of lines differ from those in the first one */
  end(): RotationHead {
    const head = this.#head;
    if (!head) throw invalid([{ path: 'body', message: 'must have at least one line' }]);
    const differing = (name: 'entryCount' | 'envelopeCount', arrived: number) =>
      (head[name] ?? 0) === arrived
        ? []
        : [{ path: `body.0.${name}`, message: `announces ${head[name]}, but ${arrived} arrived` }];
    refuse([...differing('entryCount', this.#entries.count), ...differing('envelopeCount', this.#envelopes)]);
    return head;
  }
}

async function read(context: RotationContext, stream: IncomingBody, importId: string): Promise<RotationHead> {
  const arriving = new RotationReader(context, importId);
  const most = 1 + MOST_ENTRIES + MOST_ENVELOPES;
  // The first line has a key bundle, which may hold as much as in any other body.
  const rules = {
    element: RotationLine,
    most,
    elementBytes: ENTRY_BODY_LIMIT,
    elementValues: MOST_VALUES,
  };
  for await (const { from, values } of readLines(stream, rules)) await arriving.take(values, from);
  return arriving.end();
}

async function replaceKeyBundle(
  em: EntityManager,
  { caller, client, now, deps }: RotationContext,
  { keyBundle, keyBundleVersion, entryCount }: RotationHead,
): Promise<void> {
  const user = await lockOwner(em, caller);
  requireBasis(user, keyBundleVersion);
  await limitReplacements(deps, em, user, now);
  await archiveKeyBundle(em, user.id, now);
  await em.nativeUpdate(User, { id: user.id }, { keyBundle });
  // Its bundle contains the key that was just replaced.
  await dropEmailChange(em, user.id);
  const account = entryCount === undefined ? 'key_bundle_replaced' : 'vault_rotated';
  await tellOwner({ em, client, now }, user.id, { account });
}

/** Replaces everything, in one transaction. It is a sign of life at the time of the request, as an import is. */
async function apply(
  context: RotationContext,
  em: EntityManager,
  importId: string,
  head: RotationHead,
): Promise<void> {
  const { threshold, shares, entryCount, envelopeCount } = head;
  const { deps, caller, client, now } = context;
  const userId = caller.user.id;
  await recordPersonWrite(deps, em, caller, client, now);
  await lockSuccessors(em, caller);
  await lockEntries(em, userId);
  if (entryCount !== undefined && !(await fitsVault(em, userId, importId))) throw changedSince();
  await checkHolders(em, userId, head);
  if (!(await fitsAssignments(em, userId, importId))) throw successorsChanged();
  const at = new Date(await deps.clock());
  if (entryCount !== undefined) {
    // Before the contents are replaced, so that a vault larger than the space left in the trash can be rotated once.
    await checkTrash(deps, em, userId);
    const before = await usageOf(em, userId);
    await replaceContents(em, userId, importId, at);
    await checkEntries(deps, em, userId, before, { rekeyed: true });
  }
  // Before the envelopes, which are recorded as made for these shares.
  if (threshold !== undefined && shares) {
    await storeShares({ ...context, em }, { threshold, shares }, 'body.0');
  } else await markSharesStale(em, userId);
  await replaceEnvelopes(em, userId, importId);
  await replaceKeyBundle(em, context, head);
  const sealed = { envelopes: envelopeCount, shares: shares?.length ?? 0 };
  const record =
    entryCount === undefined
      ? ({ type: 'profile_changed', detail: { name: false, keyBundle: true, ...sealed } } as const)
      : ({ type: 'vault_rotated', detail: { entries: entryCount, ...sealed } } as const);
  await recordActivity(em, deps.signRecord, { userId, at, ...client, ...record });
}

export const rotate = route('POST /vault/rotate', {
  name: 'rotateVault',
  summary: 'Replace the vault key, or what is sealed to successors, all or nothing',
  description:
    'For an owner whose vault key may be known to someone else, such as a removed successor. Name every entry of ' +
    'the vault with the version you read, the `keyBundleVersion` that the new bundle is based on, a share for ' +
    'each successor with a pinned key, and each envelope that opens something for a restricted one. If any of ' +
    'that has changed since you read it, the request is refused with `version_conflict`, and nothing changes. ' +
    'Each version rises by one; category, tags and dates of creation stay. The former contents go to the trash, ' +
    'and the former key bundle to the archive, which opens them. Envelopes that opened nothing are deleted ' +
    'unless they are replaced. Without `shares`, existing ones stay and are marked stale.\n\n' +
    'Without `entryCount`, all entries stay as they are. Only the key bundle, the shares and all envelopes are ' +
    'replaced, which is all that sealing a vault to its successors needs.\n\n' +
    'Nothing changes until everything has arrived and is valid, so a connection that breaks changes nothing. ' +
    'Errors name the line, counted from 0 without blank lines (`body.3.iv`). Needs a confirmed session (`POST ' +
    '/auth/confirm`), discards a pending change of address, and the owner gets an email about it.',
  access: 'session',
  bodyStream: {
    memory: MEMORY,
    types: [NDJSON],
    limits: { [NDJSON]: (1 + MOST_ENTRIES) * ENTRY_BODY_LIMIT + MOST_ENVELOPES * ENVELOPE_BYTES },
  },
  otherRequestTypes: { [NDJSON]: ROTATION },
  responses: { 200: Rotated },
  errors: ['confirmation_required', ...CHECK_IN_FIRST, 'version_conflict', 'plan_limit'],
  async handler({ stream, ...context }) {
    await checkFirst(context);
    const importId = randomUUIDv7();
    try {
      const head = await read(context, stream, importId);
      await transact(context.em, (em) => apply(context, em, importId, head));
      const { entryCount, envelopeCount } = head;
      const message =
        entryCount === undefined ? 'The vault is sealed to your successors.' : 'The vault has new keys.';
      return { body: { message, entryCount: entryCount ?? 0, envelopeCount } };
    } finally {
      await unstage(context.em.fork(), importId);
    }
  },
});
