/** Saved workflow histories: `histories/v<version>/<what the run went through>.json`, one run a file. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
// CommonJS, whose named exports Node does not find.
import proto from '@temporalio/proto';
import { Failure } from '../../dev/cli/failure.ts';
import type { RunHistory, WorkflowRun } from '../support/run-histories.ts';

const { History: WorkflowHistory } = proto.temporal.api.history.v1;
type WorkflowHistory = RunHistory['history'];

/** As text: 64-bit numbers and bytes have no other form in JSON, and enumerations are to be read. */
const IN_WORDS = { longs: String, bytes: String, enums: String };

const FOLDER = join(import.meta.dirname, 'histories');

const folderOf = (version: number): string => join(FOLDER, `v${version}`);

/** Of the machine and the program that wrote a history; replay needs none of it. */
const LEFT_OUT = [
  'identity',
  'stackTrace',
  'workerVersion',
  'binaryChecksum',
  'requestId',
  'meteringMetadata',
  'prevAutoResetPoints',
];

const withoutMachine = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMachine);
  // A sticky queue is called after the process and the machine that polled it.
  if (typeof value === 'string') return value.replace(/^\d+@[\w.-]+$/, 'sticky');
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !LEFT_OUT.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMachine(member)]));
};

/** The versions that were saved, ascending. */
export async function savedVersions(): Promise<number[]> {
  const names = await readdir(FOLDER).catch(() => []);
  return names
    .map((name) => Number(/^v(\d+)$/.exec(name)?.[1] ?? Number.NaN))
    .filter((version) => !Number.isNaN(version))
    .sort((a, b) => a - b);
}

/** @throws Failure where that version was saved already: what a release wrote can never be written again */
export async function refuseToOverwrite(version: number): Promise<void> {
  if ((await savedVersions()).includes(version)) {
    throw new Failure(
      `Version ${version} of the histories is saved already and is never overwritten: choose a new number, or none`,
    );
  }
}

/**
 * Saves histories as a version, all of them or none.
 *
 * @param histories by name of the file, without its ending
 * @throws Failure where that version was saved already
 */
export async function saveHistories(
  version: number,
  histories: ReadonlyMap<string, Pick<RunHistory, 'workflowId' | 'history'>>,
): Promise<void> {
  await refuseToOverwrite(version);
  const unfinished = join(FOLDER, `.v${version}.${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    for (const [name, { workflowId, history }] of histories) {
      const plain = WorkflowHistory.toObject(WorkflowHistory.fromObject(history), IN_WORDS);
      const { events } = withoutMachine(plain) as { events: unknown[] };
      // One event a line, for whoever looks for one.
      const lines = events.map((event) => JSON.stringify(event)).join(',\n');
      await writeFile(
        join(unfinished, `${name}.json`),
        `{"workflowId":${JSON.stringify(workflowId)},"events":[\n${lines}\n]}\n`,
      );
    }
    // A folder that is not empty is not replaced.
    await rename(unfinished, folderOf(version));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

export interface SavedHistory extends Pick<WorkflowRun, 'workflowId'> {
  /** `v1/armed` */
  name: string;
  history: WorkflowHistory;
  /** The file as it is. */
  text: string;
}

/** Every history that was ever saved. */
export async function savedHistories(): Promise<SavedHistory[]> {
  const saved: SavedHistory[] = [];
  for (const version of await savedVersions()) {
    for (const file of (await readdir(folderOf(version))).sort()) {
      const text = await readFile(join(folderOf(version), file), 'utf8');
      const { workflowId, events } = JSON.parse(text) as { workflowId: string; events: unknown[] };
      const name = `v${version}/${basename(file, '.json')}`;
      saved.push({ name, workflowId, history: WorkflowHistory.fromObject({ events }), text });
    }
  }
  return saved;
}
