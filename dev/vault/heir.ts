/** A successor without an account: their kit, their answer, and what was left to them. */
import {
  type Content,
  CryptoError,
  createKit,
  openAsSuccessor,
  readContent,
  reshare,
} from '../../crypto/index.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { Failure, sentence } from '../cli/failure.ts';
import { type Connection, serverOf, visit } from './connection.ts';
import { fileBytes, inWords } from './contents.ts';
import {
  distinctNames,
  fileNameFor,
  makeSecretFolder,
  readInput,
  removeFile,
  writeSecretFile,
} from './files.ts';
import { HalfDone, halfDone } from './half-done.ts';
import { command, type Invocation } from './invocation.ts';
import { atMinute, counted, oneLine } from './printing.ts';
import { changedNothing } from './problem.ts';
import { readLink } from './server-address.ts';
import { UsageFailure } from './usage-failure.ts';

type Access = paths['/vault/successor-access']['get']['responses'][200]['content']['application/json'];

interface Visit extends Connection {
  token: string;
}

/** Talks to the service that the link leads to, unless `--server` names another. */
async function follow(invocation: Invocation, given: string | undefined): Promise<Visit> {
  const text = given ?? (await invocation.terminal.askSecret('Link from the email: '));
  const { token, server } = readLink(text);
  return { ...visit(invocation.server ?? server ?? serverOf(invocation), invocation), token };
}

interface Sheet {
  code: string;
  /** Of the owner's key. Null if the code was typed. */
  ownerFingerprint: string | null;
}

const CODE = /\b(?:[0-9A-F]{4}-){8}[0-9A-F]{4}\b/i;

/** A kit from its file, or its code as it is typed. */
async function readKit({ terminal }: Invocation, path: string | undefined): Promise<Sheet> {
  if (path === undefined || path === '-') {
    return { code: await terminal.askSecret('Code on your recovery kit: '), ownerFingerprint: null };
  }
  const text = (await readInput(path)).toString('utf8');
  const [code] = CODE.exec(text) ?? [];
  if (!code) throw new Failure(`${path} contains no code of a recovery kit: choose the file of your kit`);
  const [, ownerFingerprint = null] = /^Owner's key\s+([0-9a-f]{64})$/m.exec(text) ?? [];
  return { code, ownerFingerprint };
}

export const kit = command({
  usage: '[--link <link>] [--out <file>] [--replace]',
  what: 'confirms your address and makes your recovery kit, a sheet to print; --replace makes another',
  options: { link: { type: 'string' }, out: { type: 'string' }, replace: { type: 'boolean' } },
  takes: [0, 0],
  async run(invocation, { values: { link, out, replace } }) {
    const { print, note } = invocation;
    const { call, answer, token } = await follow(invocation, link);
    const { ownerName, successor } = await answer(
      call.GET('/successors/verify', { params: { query: { token } } }),
    );
    const { name, publicKey: existing, ownerKey } = successor;
    const owner = oneLine(ownerName);
    if (existing !== null && !replace) {
      throw new Failure(
        'You have made a kit already: keep it, or make another with --replace, which makes the old sheet worthless',
      );
    }
    if (ownerKey === null)
      throw new Failure(
        `${owner}'s program has not named a key yet: ask ${owner} to remove and add you again`,
      );
    const made = await createKit(ownerKey);
    const sheet = [
      `RECOVERY KIT of ${oneLine(name)}, for what ${owner} leaves you`,
      '',
      'Print this and keep it safe. Without the code nobody can open what is left to you, and nobody can replace it.',
      '',
      `Code            ${made.code}`,
      `Comparison      ${made.comparison}`,
      `Your key        ${made.fingerprint}`,
      `Owner's key     ${made.ownerFingerprint}`,
      '',
      `Read the comparison out to ${owner}, by telephone or face to face. Never tell anybody the code.`,
    ].join('\n');
    // Kept before it counts: a kit that the service knows and nobody has would be worse than none.
    if (out === undefined) print(sheet);
    else await writeSecretFile(out, `${sheet}\n`);
    const body = { token, publicKey: made.publicKey, salt: made.salt };
    await answer(call.PUT('/successors/public-key', { body })).catch((error) =>
      refuseKit(invocation, out, error),
    );
    note(
      out === undefined
        ? 'Your kit works from now on.'
        : `Your kit works from now on. Print its sheet, ${out}.`,
    );
    if (out !== undefined) print(`Comparison to read out to ${owner}:\n${made.comparison}`);
  },
});

/** Says what the sheet is worth that was just written. @throws what made the request fail */
async function refuseKit({ note }: Invocation, out: string | undefined, error: unknown): Promise<never> {
  const sheet = out === undefined ? 'The sheet above' : out;
  if (!changedNothing(error)) {
    note(`It is not known whether ${sheet} counts: keep it and every older sheet, and run this again.`);
  } else if (out === undefined) note(`${sheet} is worthless: destroy it.`);
  else {
    await removeFile(out);
    note(`${sheet} was worthless and is removed.`);
  }
  throw error;
}

const RESPONSES = { accept: 'accept', decline: 'decline', alive: 'owner_alive' } as const;

export const respond = command({
  usage: 'accept|decline|alive [--link <link>] [--kit <file>] [--message <text>]',
  what: 'answers the invitation; alive says that the owner is alive',
  options: { link: { type: 'string' }, kit: { type: 'string' }, message: { type: 'string' } },
  takes: [1, 1],
  async run(invocation, { values: { link, kit: path, message }, words: [word = ''] }) {
    if (!Object.hasOwn(RESPONSES, word)) throw new UsageFailure('Answer with accept, decline or alive');
    const response = RESPONSES[word as keyof typeof RESPONSES];
    const { call, answer, server, token } = await follow(invocation, link);
    const body = { token, response, ...(message === undefined ? {} : { message }) };
    const said = await answer(call.POST('/handover/respond', { body }));
    const { accessToken, encryptedShare, successor, holders = [], rehearsal = false } = said;
    invocation.print(oneLine(said.message));
    // No email brings this link.
    if (rehearsal && accessToken) {
      const sample = new URL(`/access?token=${accessToken}`, server);
      invocation.print(`To open the sample, run \`npm run vault -- open\` and paste this link: ${sample}`);
    }
    // Nobody opens anything alone where several must accept: the others need this share.
    if (!encryptedShare || !successor?.publicKeySalt || holders.length < 2) return;
    invocation.note('The others may need your share as well, and your kit opens it.');
    const { id: successorId, publicKeySalt: salt } = successor;
    const passOn = async () => {
      const { code } = await readKit(invocation, path);
      const sealed = await reshare({ code, salt, successorId }, encryptedShare);
      if (sealed.length > 0)
        await answer(call.POST('/handover/respond', { body: { ...body, reshares: sealed } }));
      return sealed;
    };
    const reshares = await passOn().catch((error) => {
      throw halfDone(
        'You have accepted, and that counts, but your share has not been passed on.',
        error,
        'Run `npm run vault -- respond accept` again, with the same link',
      );
    });
    if (reshares.length === 0) return;
    invocation.print(
      `Your share has been passed on to ${counted(reshares.length, 'other successor')}, sealed to their kits.`,
    );
  },
});

interface Left {
  id: string;
  content?: Content;
  refused?: CryptoError;
}

/** Everything that opens, and why the rest does not. */
async function openAll(
  { note }: Invocation,
  access: Access,
  { code, ownerFingerprint }: Sheet,
): Promise<Left[]> {
  const { encryptedShare, reshares, rehearsal = false } = access;
  const { id: successorId, publicKeySalt } = access.successor;
  if (publicKeySalt === null) throw new Failure('You have made no kit, so nothing can be opened');
  const inheritance = await openAsSuccessor(
    { code, salt: publicKeySalt, successorId },
    { encryptedShare, reshares, rehearsal },
  );
  if (ownerFingerprint !== null && inheritance.ownerFingerprint !== ownerFingerprint)
    throw new CryptoError('package_of_other_owner');
  const { length: ignored } = inheritance.badShares;
  if (ignored > 0)
    note(`${counted(ignored, 'share')} of other successors could not be used, and enough were left.`);
  const left: Left[] = [];
  for (const entry of access.entries) {
    try {
      left.push({ id: entry.id, content: readContent(await inheritance.open(entry)) });
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      left.push({ id: entry.id, refused: error });
    }
  }
  return left;
}

/** A file for each entry, in a folder that only this user can look into. One that fails does not stop the others. */
async function save({ note }: Invocation, left: readonly Left[], folder: string): Promise<number> {
  await makeSecretFolder(folder);
  const nameIn = await distinctNames(folder);
  let saved = 0;
  for (const { content } of left) {
    if (!content) continue;
    const isFile = content.kind === 'file';
    const name = isFile
      ? fileNameFor(content.fields.name ?? content.title)
      : `${fileNameFor(content.title)}.txt`;
    try {
      await writeSecretFile(nameIn(name), isFile ? fileBytes(content) : `${inWords(content)}\n`);
      saved += 1;
    } catch (error) {
      note(sentence(error));
    }
  }
  return saved;
}

export const open = command({
  usage: '[--kit <file>] [--link <link>] [--out <folder>]',
  what: 'opens what was left to you, with the kit; --out saves it as files',
  options: { kit: { type: 'string' }, link: { type: 'string' }, out: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { kit: path, link, out } }) {
    const { json, print, printJson, note } = invocation;
    const sheet = await readKit(invocation, path);
    const { call, answer, token } = await follow(invocation, link);
    const access = await answer(call.GET('/vault/successor-access', { params: { query: { token } } }));
    const left = await openAll(invocation, access, sheet);
    const closed = left.filter(({ refused }) => refused);
    const opened = left.length - closed.length;
    const owner = oneLine(access.ownerName);
    note(
      access.rehearsal
        ? `This is a rehearsal: nothing has happened to ${owner}, and what follows is only a sample.`
        : `${owner} left you ${counted(left.length, 'entry', 'entries')}.`,
    );
    note(`The link works until ${atMinute(access.expiresAt)}.`);
    let saved = opened;
    if (out !== undefined) {
      saved = await save(invocation, left, out);
      print(`${counted(saved, 'file')} saved in ${out}.`);
    } else if (json) {
      printJson(
        JSON.stringify(left.map(({ id, content, refused }) => ({ id, content, refused: refused?.code }))),
      );
    } else {
      const texts = left.flatMap(({ content }) => (content ? [inWords(content)] : []));
      if (texts.length > 0) print(texts.join('\n\n'));
      if (left.some(({ content }) => content?.kind === 'file')) note('Save the files with --out <folder>.');
    }
    for (const { id, refused } of closed)
      note(`The entry ${oneLine(id)} does not open: ${refused?.message}.`);
    const Incomplete = saved > 0 ? HalfDone : Failure;
    if (saved < opened)
      throw new Incomplete('Not everything was saved: make room, or run this again with another folder');
    if (closed.length > 0)
      throw new Incomplete(
        'Not everything opens: ask the people who run the service about the entries above',
      );
  },
});
