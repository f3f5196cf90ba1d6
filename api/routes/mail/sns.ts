/** Messages of Amazon SNS: who signed them, and the answer to a new subscription. */
import { verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';

const text = z.string().max(1024 * 1024);
const signed = {
  MessageId: text,
  TopicArn: text,
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
};
const SnsMessage = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), Subject: text.nullish(), ...signed }),
  z.object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: text, Token: text, ...signed }),
  z.object({ Type: z.literal('UnsubscribeConfirmation'), SubscribeURL: text, Token: text, ...signed }),
]);
export type SnsMessage = z.output<typeof SnsMessage>;

export interface Sns {
  /**
   * Reads a message of this topic.
   *
   * @returns null unless SNS signed it for this topic
   * @throws Error if the certificate can't be fetched
   */
  read(body: unknown, topic: string): Promise<SnsMessage | null>;
  /** Confirms a subscription that `read` has returned. @throws Error if SNS doesn't answer */
  confirm(message: Extract<SnsMessage, { Type: 'SubscriptionConfirmation' }>): Promise<void>;
}

/** The members that each type signs, in this order, where they are present. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;
const DIGESTS = { '1': 'sha1', '2': 'sha256' } as const;

/** An address on the one host that serves the topic; null for any other. Nothing else is ever fetched. */
function onHostOf(topic: string, address: string): URL | null {
  const [, partition, , region] = topic.split(':');
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = URL.parse(address);
  return url?.origin === `https://sns.${region}.${domain}` && !url.username && !url.password ? url : null;
}

const signedText = (message: SnsMessage): string => {
  const members: Record<string, string | null | undefined> = message;
  return SIGNED[message.Type]
    .filter((name) => members[name] != null)
    .map((name) => `${name}\n${members[name]}\n`)
    .join('');
};

/** @param fetchText fetches an address of SNS. @throws Error unless it answers 200 */
export function openSns(fetchText: (address: URL) => Promise<string>): Sns {
  let known: { address: string; certificate: X509Certificate } | null = null;
  async function certificateAt(url: URL): Promise<X509Certificate> {
    if (known?.address !== url.href) {
      known = { address: url.href, certificate: new X509Certificate(await fetchText(url)) };
    }
    return known.certificate;
  }
  return {
    async read(body, topic) {
      const { data: message } = SnsMessage.safeParse(body);
      if (message?.TopicArn !== topic) return null;
      const url = onHostOf(topic, message.SigningCertURL);
      if (!url?.pathname.match(/^\/SimpleNotificationService-[0-9a-f]+\.pem$/) || url.search) return null;
      const { publicKey } = await certificateAt(url);
      const signature = Buffer.from(message.Signature, 'base64');
      const digest = DIGESTS[message.SignatureVersion];
      return verify(digest, Buffer.from(signedText(message)), publicKey, signature) ? message : null;
    },
    async confirm({ SubscribeURL, TopicArn }) {
      const url = onHostOf(TopicArn, SubscribeURL);
      if (url) await fetchText(url);
    },
  };
}

/** How long SNS may take to answer. */
const TIMEOUT_MS = 5_000;

/** @throws Error unless the address answers 200 in time */
export async function fetchText(address: URL): Promise<string> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  return answer.text();
}
