/** Watches a scenario from outside: its mails, and its status by the API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { HandoverStatus } from '../../api/routes/handover/schema.ts';
import { answer } from '../api-client.ts';
import type { ApiCaller } from '../callers.ts';
import { Failure } from '../cli/failure.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import type { DemoOutput } from './output.ts';

export type WatchedStatus = z.output<typeof HandoverStatus>;

export interface ScenarioWatch {
  /** Every mail to the people of this scenario. */
  readonly mails: readonly Mail[];
  /** The latest answer of `GET /handover/status`, or null before `follow`. */
  readonly status: WatchedStatus | null;
  /** Watches the status too from now on, through a caller whose requests aren't signs of life. */
  follow(caller: ApiCaller): void;
  /** Sets the start of day 0. Until then everything happens on day 0. */
  countFrom(moment: number): void;
  /** As the demo prints days: `day 7.5`. */
  day(moment: number): string;
  /**
   * Resolves when something is found. It is checked after every look at mails and status.
   *
   * @param what in words: "the first reminder"
   * @param timeoutMs how long that may take
   * @throws Failure when it does not happen
   */
  until<T>(what: string, timeoutMs: number, found: () => T | undefined | false | null): Promise<T>;
  /** Resolves with a mail when it has come. */
  mail(what: string, to: string, subject: RegExp, timeoutMs?: number): Promise<Mail>;
  /** Resolves when a moment has passed. */
  pass(what: string, moment: number): Promise<void>;
  stop(): Promise<void>;
}

export interface WatchOptions {
  output: DemoOutput;
  mailbox: Mailbox;
  dayMs: number;
  /** The names of this scenario's people, by address. */
  people: ReadonlyMap<string, string>;
  signal: AbortSignal;
  /** @throws Failure when a process of the service has died, so that the demo does not wait for it */
  demandAllUp(): void;
}

const MEANING: Record<string, string> = {
  off: 'no successor yet',
  armed: 'counting the days since the last sign of life',
  reminding: 'asking the owner for a sign of life',
  grace_period: 'the final notice is out, and a check-in stops everything',
  awaiting_successors: 'asking the successors whether they accept',
  released: 'those who accepted may open the entries assigned to them',
};

const EVERY_MS = 100;
/** Enough for a mail, even on a machine that is busy with other work. */
const TIMEOUT_MS = 60_000;

export function startWatch({
  output,
  mailbox,
  dayMs,
  people,
  signal,
  demandAllUp,
}: WatchOptions): ScenarioWatch {
  const mails: Mail[] = [];
  const stopping = new AbortController();
  const end = AbortSignal.any([signal, stopping.signal]);
  let status: WatchedStatus | null = null;
  let caller: ApiCaller | undefined;
  let dayZero: number | undefined;
  let broken: unknown;

  const day = (moment: number) =>
    `day ${(dayZero === undefined ? 0 : Math.max(0, (moment - dayZero) / dayMs)).toFixed(1).padStart(4)}`;

  const meaning = ({ status: name, deadline }: WatchedStatus): string => {
    const until =
      deadline && dayZero !== undefined ? `, until ${day(Date.parse(deadline)).replace(/ +/, ' ')}` : '';
    return `${MEANING[name] ?? ''}${until}`;
  };

  async function look(): Promise<void> {
    const fresh = (await mailbox.look(end)).filter(({ to }) => people.has(to));
    mails.push(...fresh);
    for (const { at, to, subject, asks } of fresh) {
      const aside = asks ? `[${asks.label}]` : 'no button';
      output.event(day(at), 'mail', `${people.get(to)}: ${subject}`, aside);
    }
    const next = caller && (await answer(caller.GET('/handover/status')));
    if (next && next.status !== status?.status) {
      output.event(day(Date.now()), 'state', next.status, meaning(next));
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

  const watch: ScenarioWatch = {
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
    async until(what, timeoutMs, found) {
      const began = Date.now();
      output.waiting(() => `${day(Date.now())}, ${what}`);
      try {
        for (;;) {
          signal.throwIfAborted();
          demandAllUp();
          if (broken) throw broken;
          const it = found();
          if (it !== undefined && it !== false && it !== null) return it;
          if (Date.now() - began > timeoutMs) {
            throw new Failure(`${what} did not happen within ${Math.round(timeoutMs / 1000)} s`);
          }
          await sleep(EVERY_MS / 2, undefined, { signal });
        }
      } finally {
        output.waiting(undefined);
      }
    },
    mail: (what, to, subject, timeoutMs = TIMEOUT_MS) =>
      watch.until(what, timeoutMs, () => mails.find((mail) => mail.to === to && subject.test(mail.subject))),
    async pass(what, moment) {
      await watch.until(what, moment - Date.now() + TIMEOUT_MS, () => Date.now() > moment);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
  return watch;
}
