/** The mails in the mail catcher. */
import { randomUUID } from 'node:crypto';
import { createMailer } from '../../../activities/index.ts';
import { servers } from '../servers/shared-servers.ts';
import { until } from '../until.ts';

/** The catcher needs no longer than this to list any mail of ours. */
const FILLER = 'The quick brown fox. '.repeat(500);

/** The part of a mail that we use, as MailDev returns it. */
export interface CaughtMail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  to: { address: string; name: string }[];
  envelope: { to: { address: string }[] };
}

/** Asks only for mails with these values: over years of skipped time the catcher holds very many. */
async function query(fields: Record<string, string>): Promise<CaughtMail[]> {
  const reply = await fetch(`${servers.mail.page}/email?${new URLSearchParams(fields)}`);
  return (await reply.json()) as CaughtMail[];
}

const toAddress = (address: string) => query({ 'envelope.to.address': address });

/**
 * Every mail that the catcher has accepted for this address so far, oldest first.
 *
 * The catcher lists a mail some moments after its 250. Once it lists one that was sent last, it lists all.
 */
export async function caughtMails(address: string): Promise<CaughtMail[]> {
  const id = randomUUID();
  const mailer = createMailer({
    ...servers.mail,
    secure: false,
    user: '',
    password: '',
    from: 'last@mail.test',
  });
  await mailer.send({
    ...{ id, reference: 'last', to: 'last@mail.test', subject: 'Last' },
    ...{ text: FILLER, html: `<p>${FILLER}</p>` },
  });
  mailer.close();
  await until('the last mail to be listed', async () => (await query({ messageId: `${id}@mail.test` }))[0]);
  return toAddress(address);
}

/** A mail that the mail server accepted. The catcher lists it some moments after its 250. */
export const caughtMail = (id: string, sender = 'localhost'): Promise<CaughtMail> =>
  until(`mail ${id} to be listed`, async () => (await query({ messageId: `${id}@${sender}` }))[0]);

/** How many times the catcher got each mail to this address, by ID, once it lists all of these IDs. */
export async function timesCaught(address: string, ids: readonly string[]): Promise<Record<string, number>> {
  for (const id of ids) await caughtMail(id);
  const times: Record<string, number> = {};
  for (const { messageId } of await toAddress(address)) {
    const id = messageId.replace(/@localhost$/, '');
    times[id] = (times[id] ?? 0) + 1;
  }
  return times;
}

/** Every link in a mail's text or HTML part, each once. */
export const linksIn = ({ text, html }: Pick<CaughtMail, 'text' | 'html'>): string[] => {
  const inHtml = [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  return [...new Set([...(text.match(/https?:\/\/[^\s<>"]+/g) ?? []), ...inHtml])];
};

/** The token in a link. */
export const tokenIn = (link: string): string | null => new URL(link).searchParams.get('token');

/**
 * Waits for a mail, and returns the address that its reader opens: the first link with a token in it.
 *
 * @param subject a part of it
 * @param page such as `/respond`, where several links have a token
 * @returns the address in the latest mail
 */
export async function followMail(to: string, subject: string | RegExp, page?: string): Promise<string> {
  const linkOf = (mail: CaughtMail): string | undefined =>
    (typeof subject === 'string' ? mail.subject.includes(subject) : subject.test(mail.subject))
      ? linksIn(mail).find((each) => tokenIn(each) && (!page || new URL(each).pathname === page))
      : undefined;
  const what = `a mail "${subject}" to ${to} with a link${page ? ` to ${page}` : ''}`;
  await until(what, async () => (await toAddress(to)).some(linkOf), 60_000);
  // A later one may have been accepted, and not be listed yet.
  return (await caughtMails(to)).map(linkOf).findLast(Boolean)!;
}

/** The link to a page in the latest mail to an address that has one. @param page such as `/respond` */
export const linkTo = ({ email }: { email: string }, page: string): Promise<string> =>
  followMail(email, '', page);
