/** A webhook receiver on this machine, which verifies what it gets with the reference library. */
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from './receiver.ts';

/** A request, as it came. */
export interface ReceivedWebhook {
  id: string;
  headers: Record<string, string>;
  body: string;
  type: string;
  data: { title: string; text: string; link: string; label: string };
}

export interface WebhookReceiver extends Receiver<ReceivedWebhook> {
  url: string;
}

/** Throws unless the request was signed with this secret. */
export const verifyWebhook = ({ body, headers }: ReceivedWebhook, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver = await startReceiver((request, bytes): ReceivedWebhook => {
    const body = String(bytes);
    const headers = request.headers as Record<string, string>;
    return { id: headers['webhook-id'] ?? '', headers, body, ...JSON.parse(body) };
  });
  return { ...receiver, url: `${receiver.origin}/hook` };
}
