/** Watches a life from outside: its mails as they are caught, and its state as the API tells it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { HandoverStatus } from '../../api/routes/handover/schema.ts';
import { answer } from '../api-client.ts';
import { Failure } from '../cli/failure.ts';
import type { Caller } from './callers.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import type { Stage } from './stage.ts';

export type Status = z.output<typeof HandoverStatus>;

export interface Watch {
  /** Every mail to somebody of this life. */
  readonly mails: readonly Mail[];
  /** The last answer of `GET /handover/status`; null until there is somebody to ask for it. */
  readonly status: Status | null;
  /** From now on asks for the state too, with a caller whose asking is no sign of life. */
  follow(caller: Caller): void;
  /** The moment from which days count. Until it is known everything is on day 0. */
  countFrom(moment: number): void;
  /** As the demo prints days: `day 7.5`. */
  day(moment: number): string;
  /**
   * Resolves when something holds, which is looked at after every look at mails and state.
   *
   * @param what what is waited for, in words: "the first reminder"
   * @param patienceMs how long that may take
   * @throws Failure when it does not come
   */
  until<T>(what: string, patienceMs: number, found: () => T | undefined | false | null): Promise<T>;
  /** Resolves with a mail once it came. */
  mail(what: string, to: string, subject: RegExp, patienceMs?: number): Promise<Mail>;
  /** Resolves when a moment has passed; mails and states go on being told meanwhile. */
  pass(what: string, moment: number): Promise<void>;
  stop(): Promise<void>;
}

export interface WatchOptions {
  stage: Stage;
  mailbox: Mailbox;
  dayMs: number;
  /** The people of this life: address → name. */
  people: ReadonlyMap<string, string>;
  signal: AbortSignal;
  /** @throws Failure when a part of the service has died, so that nobody waits for what cannot come */
  demandAllUp(): void;
}

const MEANING: Record<string, string> = {
  off: 'nobody to hand over to yet',
  armed: 'the days since the last sign of life are counted',
  reminding: 'the owner is asked for a sign of life',
  grace_period: 'the final notice is out, and a check-in stops everything',
  awaiting_successors: 'they are asked whether they accept',
  released: 'whoever accepted may read what was assigned to them',
};

const EVERY_MS = 100;
/** Even a machine that builds something else meanwhile sends a mail in this time. */
const PATIENCE_MS = 60_000;

export function startWatch({ stage, mailbox, dayMs, people, signal, demandAllUp }: WatchOptions): Watch {
  const mails: Mail[] = [];
  const stopping = new AbortController();
  const end = AbortSignal.any([signal, stopping.signal]);
  let status: Status | null = null;
  let caller: Caller | undefined;
  let dayZero: number | undefined;
  let broken: unknown;

  const day = (moment: number) =>
    `day ${(dayZero === undefined ? 0 : Math.max(0, (moment - dayZero) / dayMs)).toFixed(1).padStart(4)}`;

  const meaning = ({ status: name, deadline }: Status): string => {
    const until =
      deadline && dayZero !== undefined ? `, until ${day(Date.parse(deadline)).replace(/ +/, ' ')}` : '';
    return `${MEANING[name] ?? ''}${until}`;
  };

  async function look(): Promise<void> {
    const fresh = (await mailbox.look(end)).filter(({ to }) => people.has(to));
    mails.push(...fresh);
    for (const { at, to, subject, asks } of fresh) {
      const aside = asks ? `[${asks.label}]` : 'asks for nothing';
      stage.event(day(at), 'mail', `${people.get(to)}: ${subject}`, aside);
    }
    const next = caller && (await answer(caller.GET('/handover/status')));
    if (next && next.status !== status?.status) {
      stage.event(day(Date.now()), 'state', next.status, meaning(next));
    }
    status = next ?? status;
  }

  const running = (async () => {
    try {
      while (!end.aborted) {
        await look();
        await sleep(EVERY_MS, undefined, { signal: end });
      }
    } catch (error) {
      if (!end.aborted) broken = error;
    }
  })();

  const watch: Watch = {
    mails,
    get status() {
      return status;
    },
    follow(next) {
      caller = next;
    },
    countFrom(moment) {
      dayZero = moment;
    },
    day,
    async until(what, patienceMs, found) {
      const began = Date.now();
      stage.waiting(() => `${day(Date.now())}, ${what}`);
      try {
        for (;;) {
          signal.throwIfAborted();
          demandAllUp();
          if (broken) throw broken;
          const it = found();
          if (it !== undefined && it !== false && it !== null) return it;
          if (Date.now() - began > patienceMs) {
            throw new Failure(`waited ${Math.round(patienceMs / 1000)} s in vain for ${what}`);
          }
          await sleep(EVERY_MS / 2, undefined, { signal });
        }
      } finally {
        stage.waiting(undefined);
      }
    },
    mail: (what, to, subject, patienceMs = PATIENCE_MS) =>
      watch.until(what, patienceMs, () => mails.find((mail) => mail.to === to && subject.test(mail.subject))),
    async pass(what, moment) {
      await watch.until(what, moment - Date.now() + PATIENCE_MS, () => Date.now() > moment);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
  return watch;
}
