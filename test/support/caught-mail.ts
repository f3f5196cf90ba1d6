/** What the mail catcher caught. */
import { randomUUID } from 'node:crypto';
import { createMailer } from '../../activities/index.ts';
import { servers } from './servers.ts';
import { until } from './until.ts';

/** No mail of ours takes the catcher longer to read. */
const FILLER = 'The quick brown fox. '.repeat(2_000);

/** A mail as MailDev tells it; more than this is there. */
export interface CaughtMail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  to: { address: string; name: string }[];
  envelope: { to: { address: string }[] };
}

/** Asks for those with these values alone: over years of skipped time the catcher holds very many. */
async function query(fields: Record<string, string>): Promise<CaughtMail[]> {
  const reply = await fetch(`${servers.mail.page}/email?${new URLSearchParams(fields)}`);
  return (await reply.json()) as CaughtMail[];
}

const toAddress = (address: string) => query({ 'envelope.to.address': address });

/**
 * Every mail that the catcher has accepted for this address so far, oldest first.
 *
 * It lists a mail some moments after its 250. One that is sent last, and waited for, says when all are there.
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
  await mailer.send({ id, to: 'last@mail.test', subject: 'Last', text: FILLER, html: `<p>${FILLER}</p>` });
  mailer.close();
  await until('the last mail to be listed', async () => (await query({ messageId: `${id}@mail.test` }))[0]);
  return toAddress(address);
}

/** A mail that the mail server took; it lists a mail some moments after its 250. */
export const caughtMail = (id: string): Promise<CaughtMail> =>
  until(`mail ${id} to be listed`, async () => (await query({ messageId: `${id}@localhost` }))[0]);

/** How often the catcher got each mail to this address, by ID; asked once all of these are listed. */
export async function timesCaught(address: string, ids: readonly string[]): Promise<Record<string, number>> {
  for (const id of ids) await caughtMail(id);
  const times: Record<string, number> = {};
  for (const { messageId } of await toAddress(address)) {
    const id = messageId.replace(/@localhost$/, '');
    times[id] = (times[id] ?? 0) + 1;
  }
  return times;
}

/** Every address that a mail's text or HTML part links to, each once. */
export const linksIn = ({ text, html }: Pick<CaughtMail, 'text' | 'html'>): string[] => {
  const inHtml = [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  return [...new Set([...(text.match(/https?:\/\/[^\s<>"]+/g) ?? []), ...inHtml])];
};

/** The token that a link carries. */
export const tokenIn = (link: string): string | null => new URL(link).searchParams.get('token');
