import { randomUUID } from 'node:crypto';
import { beforeEach } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Removal } from '../../../db/entities/removal.ts';
import { Restoration } from '../../../db/entities/restoration.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { type StartOverDeps, startOverSome } from '../../../db/restoration.ts';
import { useActivities } from './use-activities.ts';

/** The activities, and what they reconcile: each test begins without owners, messages and restored backups. */
export async function useReconcile() {
  const started = await useActivities();
  const { api, deps, activities } = started;
  beforeEach(async () => {
    await api.em().execute('delete from "user"');
    for (const table of [Outbox, Mail, Restoration, Removal]) await api.em().nativeDelete(table as never, {});
  });

  const work = (more: Partial<StartOverDeps> = {}): StartOverDeps => ({
    fork: api.em,
    clock: () => api.clock.now,
    signRecord: deps.signRecord,
    rules: deps.rules,
    announce: () => {},
    unreadable: () => {},
    ...more,
  });

  /** Works on the restored backup until nothing is left to do. */
  async function workOff(more: Partial<StartOverDeps> = {}, batch?: number): Promise<void> {
    const claimant = randomUUID();
    while ((await startOverSome(work(more), claimant, batch)) !== 'nothing');
  }

  return {
    ...started,
    work,
    workOff,
    async startOver(restoredAt: number): Promise<void> {
      await activities.startOver({ restoredAt });
      await workOff();
    },
    nextEvent: (userId: string, at: number | null) =>
      api.em().nativeUpdate(Switch, { userId }, { nextEventAt: at === null ? null : new Date(at) }),
    forgetMessages: () => api.em().nativeDelete(Outbox, {}),
    /** What was put into the outbox, and for whom or which mail. */
    async messages(): Promise<string[][]> {
      const rows = await api.em().find(Outbox, {}, { orderBy: { id: 'asc' } });
      return rows.map(({ kind, subjectId }) => [kind, subjectId]);
    },
  };
}
