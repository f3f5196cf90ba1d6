/** A push service on this machine. */
import { pushDevices, type Subscription } from '../../../dev/push-devices.ts';
import type { PushedNote } from '../../../mail/ways/push.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface ReceivedPush {
  endpoint: string;
  headers: Record<string, string | undefined>;
  note: PushedNote;
}

export interface PushService extends Receiver<ReceivedPush> {
  /** A device's subscription. @param senderKey the only one that may send there */
  subscribe(senderKey: string): Subscription;
}

export async function startPushService(): Promise<PushService> {
  const devices = pushDevices();
  const receiver = await startReceiver(async (request, body): Promise<ReceivedPush> => {
    const { note } = await devices.read(request, body);
    const headers = request.headers as ReceivedPush['headers'];
    return { endpoint: `${receiver.origin}${request.url}`, headers, note };
  });
  return { ...receiver, subscribe: (senderKey) => devices.subscribe(receiver.origin, senderKey) };
}
