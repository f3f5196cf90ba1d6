/** Someone who is removed is told if the owner wishes, and nobody else is. */
import { expect, test } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { caughtMails, linksIn } from '../../support/clients/caught-mail.ts';
import { useActivities } from '../../support/servers/use-activities.ts';

const { api, activities } = await useActivities();

const remove = async (owner: BuiltOwner, id: string, body?: { tell: boolean }): Promise<void> =>
  expect((await owner.program.delete(`/successors/${id}`, body)).status).toBe(200);
const removalsTo = (recipient: string) => api.em().find(Mail, { recipient, kind: 'successor_removed' });
const send = async (recipient: string): Promise<void> => {
  for (const { id } of await removalsTo(recipient)) await activities.sendMail({ mailId: id });
};

test('a removed successor is told that the sheet can be destroyed, in their language, and nothing secret', async () => {
  const owner = await buildOwner(api, { name: 'Olga' });
  const { id, email } = await buildSuccessor(api, owner, { name: 'Sam', pinned: true });
  await api.em().nativeUpdate(Successor, { id }, { language: 'de' });
  await remove(owner, id, { tell: true });
  expect(await api.em().count(Successor, { id })).toBe(0);
  await send(email);
  await send(email);
  const [mail, ...others] = await caughtMails(email);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('Sie sind nicht mehr Vertrauensperson von Olga');
  expect(mail!.text).toContain('Guten Tag Sam,');
  expect(mail!.text).toContain('können es vernichten, es sei denn, Sie haben eine versiegelte Kopie');
  expect(linksIn(mail!)).toEqual([]);
});

test('someone who was named again with the same ID and has confirmed is told of the second removal too', async () => {
  const owner = await buildOwner(api);
  const { id, email } = await buildSuccessor(api, owner);
  const { successor } = (await owner.program.get(`/successors/${id}`)).body;
  await remove(owner, id, { tell: true });
  await send(email);
  api.clock.now += 60_000;
  expect((await owner.program.post('/successors', successor)).status).toBe(201);
  await api.em().nativeUpdate(Successor, { id }, { verifiedAt: new Date(api.clock.now) });
  await remove(owner, id, { tell: true });
  await send(email);
  expect(await caughtMails(email)).toHaveLength(2);
});

test.each([undefined, { tell: false }])('unless the owner wishes it, they are not told: %j', async (body) => {
  const owner = await buildOwner(api);
  const { id, email } = await buildSuccessor(api, owner);
  await remove(owner, id, body);
  expect(await removalsTo(email)).toEqual([]);
});

test('nothing is sent to an address that nobody confirmed, or to someone who opted out', async () => {
  const owner = await buildOwner(api);
  const unconfirmed = await buildSuccessor(api, owner);
  const moved = await buildSuccessor(api, owner);
  const gone = await buildSuccessor(api, owner);
  await api.em().nativeUpdate(Successor, { id: unconfirmed.id }, { verifiedAt: null });
  await api.em().nativeUpdate(Successor, { id: gone.id }, { optedOutAt: new Date(api.clock.now) });
  const email = uniqueEmail('moved');
  expect((await owner.program.put(`/successors/${moved.id}`, { email })).status).toBe(200);
  for (const { id } of [unconfirmed, moved, gone]) await remove(owner, id, { tell: true });
  for (const address of [unconfirmed.email, moved.email, email, gone.email]) {
    expect(await removalsTo(address)).toEqual([]);
  }
});

test('someone who was named again before the mail went out is not told that they were removed', async () => {
  const owner = await buildOwner(api);
  const { id, email } = await buildSuccessor(api, owner);
  await remove(owner, id, { tell: true });
  expect((await owner.program.post('/successors', { email, name: 'Sam' })).status).toBe(201);
  await send(email);
  expect(await caughtMails(email)).toEqual([]);
  expect(await removalsTo(email)).toMatchObject([{ status: 'obsolete' }]);
});
