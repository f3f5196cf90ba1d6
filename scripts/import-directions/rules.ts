/** Who may import what: section "Layout" of docs/architecture.md, as a table. */

/** A part of the code with one rule for what it may import. */
export interface Area {
  /** As a failed check names it. */
  name: string;
  /** Whether a path from the checkout's folder lies in it. The first area that holds a path is its own. */
  holds(path: string): boolean;
  /** What it may import besides itself: a folder, or one file. "*" is everything. */
  may: string[];
  /** What it may import types of only. */
  mayTypes?: string[];
  /** Whether it may read the environment itself. */
  readsEnvironment?: boolean;
}

const folder = (name: string) => (path: string) => path.startsWith(`${name}/`);
const file = (name: string) => (path: string) => path === name;

/** In the order in which a path is looked up: parts before the folders they lie in. */
export const AREAS: Area[] = [
  { name: 'config.ts', holds: file('config.ts'), may: [], readsEnvironment: true },
  { name: 'switch', holds: folder('switch'), may: [] },
  { name: 'db/migrate.ts', holds: file('db/migrate.ts'), may: ['db', 'config.ts'] },
  { name: 'db', holds: folder('db'), may: ['switch'] },
  { name: 'mail', holds: folder('mail'), may: ['db', 'switch'] },
  { name: 'activities', holds: folder('activities'), may: ['mail', 'db', 'switch', 'workflows/contract.ts'] },
  { name: 'workflows', holds: folder('workflows'), may: [], mayTypes: ['activities'] },
  {
    name: 'worker',
    holds: folder('worker'),
    may: ['workflows', 'activities', 'mail', 'db', 'switch', 'config.ts'],
  },
  { name: 'api', holds: folder('api'), may: ['db', 'switch', 'workflows/contract.ts', 'config.ts'] },
  { name: 'web', holds: folder('web'), may: [] },
  { name: 'dev', holds: folder('dev'), may: ['*'], readsEnvironment: true },
  { name: 'chaos', holds: folder('chaos'), may: ['*'], readsEnvironment: true },
  { name: 'scripts', holds: folder('scripts'), may: ['*'], readsEnvironment: true },
  { name: 'bench', holds: folder('bench'), may: ['*'], readsEnvironment: true },
  { name: 'test', holds: folder('test'), may: ['*'], readsEnvironment: true },
];

/** The area a path lies in, or undefined when no rule covers it. */
export const areaOf = (path: string): Area | undefined => AREAS.find((area) => area.holds(path));

const within = (path: string, allowed: string): boolean =>
  allowed === '*' || path === allowed || path.startsWith(`${allowed}/`);

/** Whether a file of this area may import that path. */
export function allows(area: Area, path: string, typeOnly: boolean): boolean {
  const allowed = typeOnly ? [...area.may, ...(area.mayTypes ?? [])] : area.may;
  // A folder that is allowed includes the parts of it that have rules of their own.
  return areaOf(path) === area || allowed.some((what) => within(path, what));
}

/** What an area may import, for people. */
export function permission({ may, mayTypes = [] }: Area): string {
  const all = [...may, ...mayTypes.map((what) => `types of ${what}`)];
  return all.length === 0 ? 'nothing outside itself' : all.join(', ');
}
