/** What an operator does on one day, and what each part has to lead to. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../../client/index.ts';
import { Failure } from '../../dev/cli/failure.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { freePorts, portTaken } from '../../dev/processes/ports.ts';
import { documented } from './documents.ts';
import type { Machine } from './machine.ts';
import {
  comeBack,
  expectWorking,
  type OperatorEnvironment,
  OWNER,
  openEnvironment,
  refuseStranger,
  settleIn,
  write,
} from './people.ts';

export type Step = readonly [what: string, play: () => Promise<void>];

const PAGE = 'https://localhost';
const OPERATOR = 'operator@people.test';
/** What the operator upgrades to. */
const NEXT = '99.0.0';

const lines = (text: string): string[] => text.trim().split('\n');
const firstLine = (text: string): string => lines(text)[0]!;
const lastLine = (text: string): string => lines(text).at(-1)!;
const restOf = (text: string): string => lines(text).slice(1).join('\n');

function expectIn(output: string, pattern: RegExp): void {
  if (!pattern.test(output)) throw new Failure(`Nothing matches ${pattern} in:\n${output}`);
}

/** A container as `docker compose ps` lists it. */
interface Listed {
  Service: string;
  State: string;
  Health: string;
  ExitCode: number;
}

/** @throws Failure unless every service is healthy, or has ended well if it has nothing more to do */
async function allWell({ run }: Machine): Promise<void> {
  const printed = lines(await run('compose ps --all --format json')).filter((line) => line.startsWith('{'));
  const listed = printed.map((line) => JSON.parse(line) as Listed);
  const ill = listed.filter(
    ({ State, Health, ExitCode, Service }) =>
      // The backup becomes healthy once it has made its first one, which may take two hours.
      !(Service === 'backup' ? State === 'running' : State === 'running' && Health === 'healthy') &&
      !(State === 'exited' && ExitCode === 0),
  );
  if (listed.length < 10 || ill.length > 0)
    throw new Failure(`${ill.map(({ Service, State, Health }) => `${Service} is ${State} ${Health}`)}`);
}

/** The settings of a trial instead of the example's, and ports that are free on this machine. */
function filled(command: string, ports: Record<string, number>): string {
  const more = Object.entries(ports).map(([name, port]) => `${name}='${port}'\n`);
  return command.replace(
    /^FRONTEND_URL=[\s\S]*?(?=^REGISTRATION=)/m,
    () => documented('trialSettings') + more.join(''),
  );
}

/** Gives the checkout another version, as fetching a newer one does. */
async function fetchVersion({ folder }: Machine, version: string): Promise<void> {
  const change = async (name: string, from: RegExp, to: string) => {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    if (!from.test(text)) throw new Failure(`${name} has no version`);
    await writeFile(path, text.replaceAll(from, to));
  };
  await change('package.json', /(?<="version": ")[^"]+/g, version);
  await change('docker-compose.temporal.yml', /(?<=image: vault-handover(-backup)?:).*/g, version);
}

export async function openDay(machine: Machine, say: Say, signal: AbortSignal): Promise<Step[]> {
  const { play, run, set } = machine;
  const [ui = 0, mail = 0] = await freePorts(2);
  const ports = { TEMPORAL_UI_HOST_PORT: ui, MAIL_HOST_PORT: mail };
  let environment: OperatorEnvironment;
  let owner: Owner;

  async function rotate(): Promise<void> {
    const printed = await play('newSecrets');
    const fresh: Record<string, string> = {};
    for (const [, name = '', value = ''] of printed.matchAll(/^ {2}(\w+)='([^<'\n]+)'$/gm))
      fresh[name] = value;
    if (Object.keys(fresh).length !== 2) throw new Failure('rotate-secret printed no two secrets');
    for (const [name, value] of Object.entries(await set(fresh))) await set({ [`${name}_PREVIOUS`]: value });
    await play('applySettings');
    expectIn(
      await play('newSecrets'),
      /JWT_SECRET: \d+ two-factor secrets are sealed[\s\S]*ACTIVITY_HMAC_SECRET: new/,
    );
  }

  /** Writes the digests of what runs, and starts it from them. */
  async function pin(): Promise<void> {
    const digests = await run("docker image inspect --format '{{ len .RepoDigests }}' postgres:18.1");
    if (digests.trim() === '0') return say('left out: these images come from no registry');
    await play('pin');
    expectIn(await readFile(join(machine.folder, 'digests.yml'), 'utf8'), /proxy: .*@sha256:/);
  }

  const stillOpen = async (entries: string[]) => {
    await allWell(machine);
    await expectWorking(owner, entries);
    await expectWorking(await comeBack(environment), entries);
  };

  return [
    [
      'write deploy.env and check it',
      async () => {
        await play('writeSettings', (command) => filled(command, ports));
        await play('checkSettings');
      },
    ],
    [
      'install: every service is healthy',
      async () => {
        // The service answers only at the port of its own address.
        for (const port of [80, 443])
          if (await portTaken(port)) throw new Failure(`Something is already listening on port ${port}`);
        await play('install');
        await allWell(machine);
      },
    ],
    [
      'the first owner is invited, registers through the proxy, confirms by mail, and names a successor',
      async () => {
        const authority = await run('compose exec -T proxy cat /data/caddy/pki/authorities/local/root.crt');
        environment = openEnvironment(PAGE, `http://127.0.0.1:${mail}`, authority, signal);
        const [invitation = ''] = (await play('invite')).match(/(?<=#invitation=)\S+/) ?? [];
        owner = await settleIn(environment, invitation);
        await stillOpen(['first']);
      },
    ],
    [
      'the status names the workers, and a test mail arrives',
      async () => {
        const [status = '', testMail = ''] = lines(documented('commands'));
        expectIn(await run(status), /^Workers +1 reporting, [1-9]\d* pollers/m);
        expectIn(await run(testMail.replace(/\S+$/, OPERATOR)), /accepted a mail/);
        await environment.mailTo(OPERATOR);
      },
    ],
    [
      'pin the images: every container is made from a digest',
      async () => {
        await pin();
        await stillOpen(['first']);
      },
    ],
    [
      'upgrade and pin again: the owner stays logged in, and the vault and the switch are as before',
      async () => {
        await fetchVersion(machine, NEXT);
        await play('upgrade');
        expectIn(await run(firstLine(documented('commands'))), new RegExp(`^Version +${NEXT}$`, 'm'));
        await pin();
        await stillOpen(['first']);
      },
    ],
    [
      'back up by hand and restore: what came after the backup is gone, and the switch starts over',
      async () => {
        const file = '/var/lib/vault-files/arriving-during-the-copy';
        const upload = (text: string) => run(`compose exec -T api sh -c 'printf ${text} >> ${file}'`);
        await upload('half');
        await play('dump');
        await play('copyFiles');
        await upload('-and-half');
        await write(owner, 'second');
        await play('restore');
        expectIn(await run(`compose exec -T api cat ${file}`), /^half-and-half$/m);
        expectIn(await play('checkFiles', lastLine), /all there/);
        await environment.mailTo(OWNER.email);
        await stillOpen(['first']);
      },
    ],
    [
      'restore the backup that the service made by itself',
      async () => {
        await write(owner, 'third');
        await play('backUp');
        await write(owner, 'fourth');
        const newest = lastLine(await play('listBackups', firstLine)).trim();
        await play('fetchBackup', (command) => restOf(command).replaceAll('NAME', newest));
        await play('restore');
        await stillOpen(['first', 'third']);
      },
    ],
    [
      'replace the secrets: nobody is logged out',
      async () => {
        await rotate();
        await stillOpen(['first', 'third']);
      },
    ],
    [
      'replace the passwords of the databases: everything logs in with the new ones',
      async () => {
        const password = randomBytes(32).toString('hex');
        await play('databasePasswords', (command) =>
          command.replace('compose exec', `printf '%s\\n' ${password} ${password} | compose exec -T`),
        );
        await set({
          DB_PASSWORD: password,
          TEMPORAL_DB_PASSWORD: password,
          POSTGRES_PASSWORD: password,
        });
        await play('applySettings');
        await stillOpen(['first', 'third']);
      },
    ],
    [
      'close registration: strangers are refused, the owner is not',
      async () => {
        await set({ REGISTRATION: 'closed' });
        await play('applySettings');
        await refuseStranger(environment);
        await stillOpen(['first', 'third']);
      },
    ],
  ];
}
