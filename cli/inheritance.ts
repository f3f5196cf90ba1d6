/** A successor without an account: their kit, their response, and the entries that were left to them. */
import {
  type Api,
  answered,
  type Freshness,
  isProblem,
  type LeftEntry,
  leftFiles,
  makeKit,
  type OpenedInheritance,
  type OpenedList,
  openInheritance,
  passOnShare,
  readAccess,
  readInvitation,
  readSheet,
  respond as respondTo,
  storeKit,
  type TypedKit,
} from '../client/index.ts';
import { didNothing, halfDone } from './advice.ts';
import { serverOf, visit } from './connection.ts';
import { inWords } from './contents.ts';
import { whyClosed } from './entries.ts';
import { CommandFailure, HalfDone, UsageFailure } from './failure.ts';
import { onSignal, readInput, removeFile, writeSecretFile } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { orNewLink } from './new-link.ts';
import { atMinute, counted, oneLine } from './printing.ts';
import { outputPathsIn, saveEntries } from './saving.ts';
import { seenKeys } from './seen-keys.ts';
import { readLink } from './server-address.ts';

interface Visit {
  api: Api;
  server: string;
  token: string;
  isRehearsal: boolean;
}

/** Talks to the service that the link leads to, unless `--server` names another. */
async function follow(invocation: Invocation, given: string | undefined): Promise<Visit> {
  const link = readLink(given ?? (await invocation.terminal.askSecret('Link from the email: ')));
  const server = invocation.server ?? link.server ?? (await serverOf(invocation));
  return { ...link, api: visit(server, invocation), server };
}

/** Offers a new link if this one has expired. @throws whatever `step` throws */
function withLink<T>(
  invocation: Invocation,
  { api, token, isRehearsal }: Visit,
  step: () => Promise<T>,
): Promise<T> {
  // A rehearsal gets no second link.
  if (isRehearsal) return step();
  const why =
    'The handover is over, or your time to read has run out. If you have a newer email from us, use the link in that one. If you had access before, we can email you a new link.';
  async function send() {
    const { message } = await answered(api.POST('/handover/renew-access', { body: { token } }));
    const otherwise =
      "If no email comes, we may first be asking the person who named you for a sign of life, which can take months. If we don't hear from them, we'll write to you";
    return { message: `${message} ${otherwise}` };
  }
  return orNewLink(invocation, step, { code: 'token_expired', why, send });
}

/** A kit from its file, or its code as it is typed. */
async function readKit({ terminal }: Invocation, path: string | undefined): Promise<TypedKit> {
  if (path === undefined || path === '-') {
    return { code: await terminal.askSecret('Code on your recovery kit: '), ownerFingerprint: null };
  }
  const sheet = readSheet((await readInput(path)).toString('utf8'));
  if (!sheet)
    throw new CommandFailure(`${path} contains no code of a recovery kit: choose the file of your kit`);
  return sheet;
}

const KIT_IN_DOUBT =
  "We don't know whether this kit is active: keep its sheet and every older one, and run this again.";

export const kit = command({
  usage: '[--link <link>] [--out <file>] [--replace]',
  what: 'confirms your address and makes your recovery kit, a sheet to print; --replace makes another',
  options: { link: { type: 'string' }, out: { type: 'string' }, replace: { type: 'boolean' } },
  takes: [0, 0],
  async run(invocation, { values: { link, out, replace } }) {
    const { print, printed, note } = invocation;
    const { api, token } = await follow(invocation, link);
    const { ownerName, successor } = await readInvitation(api, token).catch((error) => {
      if (!isProblem(error, 'token_expired')) throw error;
      throw new CommandFailure(
        'This link has expired: ask the person who named you for another, which `vault-handover successors resend` sends',
      );
    });
    const { name, email, publicKey: existing, ownerKey } = successor;
    const owner = oneLine(ownerName);
    if (existing !== null && !replace) {
      throw new CommandFailure(
        'You have made a kit already: keep it, or make another with --replace, which makes the old sheet worthless',
      );
    }
    if (ownerKey === null)
      throw new CommandFailure(
        `${owner}'s program has not named a key yet: ask ${owner} to remove and add you again`,
      );
    const made = await makeKit({ ownerKey, email });
    const sheet = [
      `RECOVERY KIT of ${oneLine(name)}, for what ${owner} leaves you`,
      '',
      'Print this and keep it safe. Without the code nobody can open what is left to you, and nobody can replace it.',
      '',
      `Code            ${made.code}`,
      `Six words       ${made.words}`,
      `Owner's key     ${made.ownerFingerprint}`,
      '',
      `Read the six words out to ${owner}, by telephone or face to face. Never tell anyone the code.`,
      "The program that opens this file uses the owner's key to recognize who left you something.",
    ].join('\n');
    // Before the request: a kit that the service knows but nobody has would be worse than none.
    if (out === undefined) print(sheet);
    else await writeSecretFile(out, `${sheet}\n`);
    const done = onSignal(() => note(KIT_IN_DOUBT));
    await printed()
      .then(() => storeKit(api, token, made))
      .catch((error) => refuseKit(invocation, out, error))
      .finally(done);
    note(out === undefined ? 'Your kit is active.' : `Your kit is active. Print its sheet, ${out}.`);
    if (out !== undefined) print(`The six words to read out to ${owner}:\n${made.words}`);
  },
});

/** Says what to do with the sheet that was just written. @throws whatever made the request fail */
async function refuseKit({ note }: Invocation, out: string | undefined, error: unknown): Promise<never> {
  const sheet = out === undefined ? 'The sheet above' : out;
  if (!didNothing(error)) {
    note(KIT_IN_DOUBT);
  } else if (out === undefined) note(`${sheet} is worthless: destroy it.`);
  else {
    await removeFile(out);
    note(`${sheet} was worthless and is removed.`);
  }
  throw error;
}

const RESPONSES = { accept: 'accept', decline: 'decline', alive: 'owner_alive' } as const;

export const respond = command({
  usage: 'accept|decline|alive [--link <link>] [--kit <file>] [--message <text> [--share]]',
  what: 'answers the invitation; alive says that the owner is alive, --share shows others the message',
  options: {
    link: { type: 'string' },
    kit: { type: 'string' },
    message: { type: 'string' },
    share: { type: 'boolean' },
  },
  takes: [1, 1],
  async run(invocation, { values: { link, kit: path, message, share = false }, words: [word = ''] }) {
    if (!Object.hasOwn(RESPONSES, word)) throw new UsageFailure('Answer with accept, decline or alive');
    const response = RESPONSES[word as keyof typeof RESPONSES];
    const { print, note } = invocation;
    if (share && message === undefined) throw new UsageFailure('Say with --message what to share');
    const followed = await follow(invocation, link);
    const { api, server, token } = followed;
    const words = message === undefined ? {} : { message, shareMessage: share };
    const answer = await withLink(invocation, followed, () => respondTo(api, { token, response, ...words }));
    const { accessToken, encryptedShare, successor, holders = [], rehearsal = false } = answer;
    print(oneLine(answer.message));
    // No email brings this link.
    if (rehearsal && accessToken) {
      const sample = new URL(`/access?token=${accessToken}&rehearsal=1`, server);
      print(`To open the sample, run \`vault-handover open\` and paste this link: ${sample}`);
    }
    // Where several must accept, the others need this share.
    if (!encryptedShare || !successor?.publicKeySalt || holders.length < 2) return;
    note('The others may need your share as well, and your kit opens it.');
    const { id: successorId, publicKeySalt: salt } = successor;
    const passOn = async () => {
      const { code } = await readKit(invocation, path);
      const share = { token, code, salt, successorId, encryptedShare, holders };
      return passOnShare(api, share, seenKeys(invocation.sessionPath));
    };
    const others = await passOn().catch((error) => {
      throw halfDone(
        'You have accepted, but your share has not been passed on.',
        error,
        'Run `vault-handover respond accept` again, with the same link',
      );
    });
    if (others === 0) return;
    print(`Your share has been passed on to ${counted(others, 'other successor')}, sealed to their kits.`);
  },
});

/** How a text differs from the list that the owner signed. Those that must not pass for the newest come last. */
const FRESHNESS: Record<Exclude<Freshness, 'current'>, string> = {
  newer: 'Changed after the owner signed the list.',
  unlisted: 'Not on the list that the owner signed: added later, or not meant for you.',
  older: 'Not the newest version: the list that the owner signed has a newer one.',
  twice: 'Returned more than once by the service: rely on the other version.',
};

/** Whether a text must not be shown as the newest. */
const isStale = ({ freshness }: LeftEntry): boolean => freshness === 'older' || freshness === 'twice';

/** The first line of a text that is not the one on the list. */
const markOf = ({ freshness, updatedAt }: LeftEntry): string | null =>
  freshness === null || freshness === 'current'
    ? null
    : `[${FRESHNESS[freshness]} This text is from ${atMinute(updatedAt)}.]`;

/** @param names of the files that the entries are saved in */
function noteFreshness({ note }: Invocation, entries: readonly LeftEntry[], names: readonly string[]): void {
  for (const [freshness, words] of Object.entries(FRESHNESS)) {
    const named = entries.flatMap((entry, at) =>
      entry.freshness === freshness
        ? [`  ${oneLine(names[at] || `entry ${entry.id}`)}, from ${atMinute(entry.updatedAt)}`]
        : [],
    );
    if (named.length > 0) note([words, ...named].join('\n'));
  }
}

/** One JSON document, with an entry on each line: all of them may be more than fits into memory. */
async function printOpened(
  { printJson }: Invocation,
  messages: readonly { name: string; message: string }[],
  { entries, wholeContent, rehearsal, isOld, list, listRefused }: OpenedInheritance,
): Promise<void> {
  const head = JSON.stringify({ rehearsal, isOld, list, listRefused, messages });
  printJson(`${head.slice(0, -1)},"entries":[`);
  for (const [at, { id, updatedAt, freshness, content, refused, inner }] of entries.entries()) {
    const whole = inner ? await wholeContent(inner.at) : content;
    const entry = { id, ...(whole ? { updatedAt, freshness, content: whole } : { refused }) };
    printJson(`${at === 0 ? '' : ','}${JSON.stringify(entry)}`);
  }
  printJson(']}');
}

/** Reports what the owner's list shows. */
function noteList(
  { note }: Invocation,
  list: OpenedList | null,
  refused: OpenedInheritance['listRefused'],
): void {
  if (!list) {
    const why =
      refused === 'format_unknown'
        ? 'The list that the owner signed is from a newer version of this program'
        : refused
          ? 'The list that the owner signed is not genuine'
          : 'There is no list that the owner signed';
    note(`${why}, so nobody can tell whether something is missing or older.`);
    return;
  }
  const changed = list.changedAt ? `; the last change was on ${atMinute(list.changedAt)}` : '';
  note(
    `The owner's list of ${atMinute(list.date)} has ${counted(list.entries, 'entry', 'entries')}${changed}.`,
  );
  for (const { id, changedAt } of list.missing)
    note(
      `The entry ${oneLine(id)}, last changed on ${atMinute(changedAt)}, is on the list and missing here.`,
    );
}

/** Shows the messages of other successors. Each is on one line, so that none looks like a line of ours. */
function noteMessages({ note }: Invocation, messages: readonly { name: string; message: string }[]): void {
  if (messages.length > 0) note('What other successors wrote. Nobody signed these words and names:');
  for (const { name, message } of messages) note(`  ${oneLine(name)}: ${oneLine(message)}`);
}

export const open = command({
  usage: '[--kit <file>] [--link <link>] [--out <folder>]',
  what: 'opens what was left to you, with the kit; --out saves it as files',
  options: { kit: { type: 'string' }, link: { type: 'string' }, out: { type: 'string' } },
  takes: [0, 0],
  json: ({ values: { out } }) => out === undefined,
  async run(invocation, { values: { kit: path, link, out } }) {
    const { json, print, note } = invocation;
    const typed = await readKit(invocation, path);
    const followed = await follow(invocation, link);
    const { api, token } = followed;
    const access = await withLink(invocation, followed, () => readAccess(api, token));
    const seen = seenKeys(invocation.sessionPath);
    const inheritance = await openInheritance(access, typed, { seen });
    const { entries, badShares, rehearsal, list, listRefused, isOld, wholeContent } = inheritance;
    if (badShares > 0)
      note(`${counted(badShares, 'share')} of other successors could not be used, but enough were left.`);
    const closed = entries.filter(({ content }) => !content);
    const opened = entries.flatMap((entry) =>
      entry.content ? [{ ...entry, content: entry.content, mark: markOf(entry) }] : [],
    );
    const owner = oneLine(access.ownerName);
    note(
      rehearsal
        ? `This is a rehearsal: nothing has happened to ${owner}, and what follows is only a sample.`
        : `${owner} left you ${counted(entries.length, 'entry', 'entries')}.`,
    );
    note(`The link works until ${atMinute(access.expiresAt)}.`);
    if (!rehearsal) noteList(invocation, list, listRefused);
    noteMessages(invocation, access.messages);
    if (isOld)
      note('This machine has seen a newer version of what was left: ask the people who run the service.');
    let saved = opened.length;
    let toSave = saved;
    let names: readonly string[] = [];
    if (out !== undefined) {
      const toWrite = opened.map(({ content, mark, inner }) => {
        const whole = inner ? () => wholeContent(inner.at) : undefined;
        return { content, mark, whole };
      });
      const paths = await outputPathsIn(out);
      ({ saved, of: toSave, names } = await saveEntries(invocation, leftFiles(api, token), toWrite, paths));
      print(`${counted(saved, 'file')} saved in ${out}.`);
    } else if (json) {
      await printOpened(invocation, access.messages, inheritance);
    } else {
      for (const [at, { content, mark, inner }] of opened.entries()) {
        const text = inWords(content, { mark, innerBytes: inner ? (inner.bytes ?? 0) : undefined });
        print(at === 0 ? text : `\n${text}`);
      }
      if (opened.some(({ content }) => content.kind === 'file' || content.files))
        note('Save the files with --out <folder>.');
    }
    noteFreshness(invocation, opened, names);
    for (const entry of closed) note(`The entry ${oneLine(entry.id)} ${whyClosed(entry)}.`);
    const Incomplete = saved > 0 ? HalfDone : CommandFailure;
    if (saved < toSave)
      throw new Incomplete('Not everything was saved: make room, or run this again with another folder');
    if (closed.length > 0)
      throw new Incomplete(
        'Not everything opens: ask the people who run the service about the entries above',
      );
    if (isOld || listRefused || (list && list.missing.length > 0) || opened.some(isStale))
      throw new Incomplete(
        'This may not be all that was left to you, or not the newest of it: ask the people who run the service why',
      );
  },
});
