/** The content of an entry: from options, files and questions, and as it is printed. */
import { basename } from 'node:path';
import { baseName, isSecret, KNOWN_FIELDS } from '../client/index.ts';
import type { Content, ContentKind } from '../crypto/index.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { readInput } from './files.ts';
import type { Given } from './invocation.ts';
import { bytes, harmless, oneLine } from './printing.ts';
import type { Terminal } from './terminal.ts';

export const CONTENT_OPTIONS = {
  title: { type: 'string' },
  category: { type: 'string' },
  tag: { type: 'string', multiple: true },
  username: { type: 'string' },
  url: { type: 'string' },
  /** The path of the text, or of the file. */
  from: { type: 'string' },
  /** The paths of files that are stored beside the entry. */
  attach: { type: 'string', multiple: true },
} as const;

export type ContentOptions = Given<typeof CONTENT_OPTIONS>['values'];

const KINDS: readonly string[] = [
  'note',
  'letter',
  'login',
  'card',
  'identity',
  'file',
] satisfies ContentKind[];

/** @throws UsageFailure */
export function kindOf(word: string): ContentKind {
  if (!KINDS.includes(word)) throw new UsageFailure(`An entry is one of ${KINDS.join(', ')}, not "${word}"`);
  return word as ContentKind;
}

/** @throws CommandFailure unless it is text in UTF-8 */
async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readInput(path));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${path} is not text: add it as a file`);
  }
}

async function writtenText(terminal: Terminal, from: string | undefined): Promise<string> {
  const text =
    from === undefined
      ? await terminal.readAll('Text, then Ctrl-D on a line of its own:\n')
      : await readText(from);
  if (text.trim() === '') throw new CommandFailure('The text is empty, so nothing was stored');
  return text.replace(/\n$/, '');
}

const fileFields = async (path: string) => ({
  name: basename(path),
  data: (await readInput(path)).toString('base64'),
});

/** @throws UsageFailure if an option cannot be used for this kind */
function requireFittingOptions(kind: ContentKind, options: ContentOptions): void {
  const fitting: Record<string, readonly ContentKind[]> = {
    username: ['login'],
    url: ['login'],
    from: ['note', 'letter', 'file'],
  };
  for (const [option, kinds] of Object.entries(fitting)) {
    const given = options[option as keyof ContentOptions] !== undefined;
    if (given && !kinds.includes(kind)) throw new UsageFailure(`--${option} cannot be used for a ${kind}`);
  }
}

/** A new entry's content. Asks for what no option says. */
export async function newContent(
  terminal: Terminal,
  kind: ContentKind,
  options: ContentOptions,
): Promise<Content> {
  requireFittingOptions(kind, options);
  const { category = '', tag: tags = [], username, url = '', from } = options;
  const [first = from] = options.attach ?? [];
  if (kind === 'file' && first === undefined) throw new UsageFailure('Name the file: add file <path>');
  const suggested = kind === 'file' ? basename(first ?? '') : undefined;
  const title = oneLine(options.title ?? suggested ?? (await terminal.ask('Title: ')));
  if (title === '') throw new CommandFailure('An entry needs a title: name it with --title');
  const fields: Record<string, string> = {};
  if (kind === 'login') {
    fields.username = username ?? (await terminal.ask('User name on the site: '));
    fields.password = await terminal.askSecret('Password on the site, to keep in the vault: ');
    fields.url = url;
  } else if (kind === 'card' || kind === 'identity') {
    for (const name of KNOWN_FIELDS[kind]) {
      const question = `${fieldName(name)} (may be empty): `;
      const value = await (isSecret({ kind }, name) ? terminal.askSecret(question) : terminal.ask(question));
      if (value !== '') fields[name] = value;
    }
  } else if (kind === 'file') {
    if (from !== undefined) Object.assign(fields, await fileFields(from));
  } else {
    fields.text = await writtenText(terminal, from);
  }
  return { version: 1, kind, title, category, tags, fields };
}

export interface Changes extends ContentOptions {
  /** Whether to ask for a new password of a login. */
  password?: boolean | undefined;
  /** Whether to read a new text from the terminal or standard input. */
  text?: boolean | undefined;
}

/** The content after a change. Anything that no option names stays as it is. */
export async function changedContent(
  terminal: Terminal,
  before: Content,
  changes: Changes,
): Promise<Content> {
  const { kind } = before;
  requireFittingOptions(kind, changes);
  if (changes.password && kind !== 'login') throw new UsageFailure(`--password cannot be used for a ${kind}`);
  if (changes.text && kind !== 'note' && kind !== 'letter')
    throw new UsageFailure(`--text cannot be used for a ${kind}`);
  const { title, category, tag, username, url, from, password, text } = changes;
  if (
    Object.values({ title, category, tag, username, url, from, password, text }).every(
      (each) => each === undefined,
    )
  )
    throw new UsageFailure(
      'Say what to change: --title, --category, --tag, --username, --url, --password, --text or --from',
    );
  const fields = { ...before.fields };
  if (username !== undefined) fields.username = username;
  if (url !== undefined) fields.url = url;
  if (password) fields.password = await terminal.askSecret('New password on the site: ');
  if (kind === 'file' && from !== undefined) Object.assign(fields, await fileFields(from));
  else if (text || from !== undefined) fields.text = await writtenText(terminal, from);
  return {
    ...before,
    title: title === undefined ? before.title : oneLine(title),
    category: category ?? before.category,
    tags: tag ?? before.tags,
    fields,
  };
}

/** The bytes of a file's content. */
export const fileBytes = ({ fields }: Content): Buffer => Buffer.from(fields.data ?? '', 'base64');

/** Fields that have a name of their own in the web app. Others are shown as they are called. */
const FIELD_NAMES = new Map([
  ['username', 'User name'],
  ['password', 'Password'],
  ['url', 'Website'],
  ['totp', 'Authenticator secret'],
  ['notes', 'Notes'],
  ['to', 'To'],
  ['cardholder', 'Name on the card'],
  ['number', 'Number'],
  ['expiry', 'Expiry date'],
  ['code', 'Security code'],
  ['pin', 'PIN'],
  ['brand', 'Card type'],
  ['salutation', 'Form of address'],
  ['firstName', 'First name'],
  ['middleName', 'Middle name'],
  ['lastName', 'Last name'],
  ['birthDate', 'Date of birth'],
  ['company', 'Company'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Street address'],
  ['postalCode', 'Postcode'],
  ['city', 'Town or city'],
  ['state', 'State or region'],
  ['country', 'Country'],
  ['ssn', 'Social security number'],
  ['passportNumber', 'Passport number'],
  ['licenceNumber', 'Driving licence number'],
  ['publicKey', 'Public key'],
  ['privateKey', 'Private key'],
  ['fingerprint', 'Fingerprint'],
]);

function fieldName(name: string): string {
  const base = baseName(name);
  return `${FIELD_NAMES.get(base) ?? base}${name.slice(base.length)}`;
}

interface Shown {
  /** Whether its secrets are left out. */
  areCovered?: boolean;
  /** A line above it. */
  mark?: string | null | undefined;
  /** The size of the file in it, if the content comes without its data. */
  innerBytes?: number | undefined;
}

/** The fields that are text: all but the name and the bytes of the file in it. */
export const textFields = ({ kind, fields }: Content): [name: string, value: string][] =>
  Object.entries(fields).filter(
    ([name, value]) => value !== '' && !(kind === 'file' && ['name', 'data'].includes(name)),
  );

/** An entry as a person reads it. */
export function inWords(content: Content, { areCovered = false, mark, innerBytes }: Shown = {}): string {
  const { kind, title, category, tags, fields, files = [] } = content;
  const about = [kind, category, tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean).join(', ');
  const head = `${mark ? `${mark}\n` : ''}${oneLine(title)}  (${oneLine(about)})`;
  const attached = files.map(({ name, size }) => `${oneLine(name)}, ${bytes(size)}`);
  const inside = innerBytes ?? (fields.data === undefined ? null : fileBytes(content).length);
  const file = kind === 'file' && inside !== null ? [`${oneLine(fields.name ?? '')}, ${bytes(inside)}`] : [];
  const lines = textFields(content).map(([name, value]) =>
    areCovered && isSecret(content, name)
      ? `${oneLine(fieldName(name))}: (hidden)`
      : name === 'text'
        ? harmless(value)
        : `${oneLine(fieldName(name))}: ${harmless(value)}`,
  );
  return [head, ...file, ...lines, ...attached].join('\n');
}
