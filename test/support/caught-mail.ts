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

async function everything(): Promise<CaughtMail[]> {
  return (await (await fetch(`${servers.mail.page}/email`)).json()) as CaughtMail[];
}

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
  const all = await until('the last mail to be listed', async () => {
    const listed = await everything();
    return listed.some(({ messageId }) => messageId === `${id}@mail.test`) && listed;
  });
  return all.filter((mail) => mail.envelope.to.some((to) => to.address === address));
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
