/** Who may import whom, checked by `npm run lint`. An import of types counts like any other unless a rule says so. */

/** What the files of a folder may import of ours, besides one another. */
const MAY_IMPORT = {
  'config.ts': ['config'],
  config: [],
  switch: [],
  crypto: [],
  client: ['crypto'],
  db: ['switch'],
  files: [],
  guard: [],
  mail: ['db', 'guard', 'switch'],
  activities: ['mail', 'db', 'files', 'switch', 'workflows/contract.ts'],
  workflows: [],
  worker: ['workflows', 'activities', 'mail', 'db', 'files', 'guard', 'switch', 'config.ts'],
  backup: ['db', 'files/reserve.ts', 'config.ts'],
  // The API sends no mail, but a provider tells it which ones came back.
  api: [
    'db',
    'files',
    'guard/address.ts',
    'switch',
    'mail/returned.ts',
    'workflows/contract.ts',
    'config.ts',
  ],
  // The picture of the timeline is drawn by the planner itself.
  web: ['client', 'crypto', 'switch'],
  cli: ['client', 'crypto'],
};

/**
 * Workflows run in a sandbox: they know what activities take and return, and never load one. Clients know the API by
 * the types that its document gives. The configuration gives secrets in the form that `db` takes.
 */
const MAY_IMPORT_TYPES = {
  workflows: ['activities'],
  client: ['docs'],
  web: ['docs'],
  cli: ['docs'],
  'config.ts': ['db/secret-list.ts'],
};

/** A single file that may import more than its folder. This one is a program and reads its own configuration. */
const MAY_ALSO_IMPORT = { 'db/migrate.ts': ['config.ts'] };

/** Folders that may import anything. */
const UNBOUND = ['dev', 'chaos', 'scripts', 'bench', 'test', 'docs'];

/** Files that are started, bundled or served by name, so that nothing has to import them. */
const ENTRIES = [
  '^api/main[.]ts$',
  '^backup/main[.]ts$',
  '^cli/(main[.]ts|vault-handover[.]mjs)$',
  '^client/index[.]ts$',
  '^crypto/index[.]ts$',
  '^db/migrate[.]ts$',
  '^db/migrations/',
  '^web/',
  '^worker/(main|health)[.]ts$',
  '^workflows/(index|stack-depth)[.]ts$',
];

/** Matches a file, or everything in a folder. */
const pattern = (name) => `^${name.replaceAll('.', '[.]')}${/[.]\w+$/.test(name) ? '$' : '/'}`;
const patterns = (names) => names.map(pattern);
const PRODUCT = patterns(Object.keys(MAY_IMPORT));
/** Bundled when it is built, so its packages need not be installed where the service runs. */
const BUNDLED = pattern('web');

const direction = (name, may, more = {}) => {
  const types = MAY_IMPORT_TYPES[name] ?? [];
  const named = [...may, ...types.map((each) => `types of ${each}`)];
  return {
    name: `${name} may import ${named.join(', ') || 'nothing of ours'}`,
    severity: 'error',
    from: { path: pattern(name), ...more },
    to: {
      pathNot: patterns([name.split('/')[0], ...may, ...types]),
      dependencyTypes: ['local'],
    },
  };
};

const directions = [
  ...Object.entries(MAY_IMPORT).map(([name, may]) =>
    direction(name, may, { pathNot: patterns(Object.keys(MAY_ALSO_IMPORT)) }),
  ),
  ...Object.entries(MAY_ALSO_IMPORT).map(([file, more]) =>
    direction(file, [...MAY_IMPORT[file.split('/')[0]], ...more]),
  ),
  ...Object.entries(MAY_IMPORT_TYPES).map(([name, types]) => ({
    name: `${name} may import only types of ${types.join(', ')}`,
    severity: 'error',
    from: { path: pattern(name) },
    to: { path: patterns(types), dependencyTypesNot: ['type-only'] },
  })),
];

export default {
  forbidden: [
    ...directions,
    {
      name: 'every folder has its rule in .dependency-cruiser.mjs',
      severity: 'error',
      from: {},
      to: { pathNot: [...PRODUCT, ...patterns(UNBOUND)], dependencyTypes: ['local'] },
    },
    // A schema is the shape of a noun, and one noun may contain another: a rotation the shares, an export the files.
    {
      name: 'a route folder imports nothing of another one but its schema',
      severity: 'error',
      from: { path: '^api/routes/([^/]+)/' },
      to: { path: '^api/routes/[^/]+/', pathNot: ['^api/routes/$1/', '/schema[.]ts$'] },
    },
    {
      name: 'what routes share imports nothing of theirs but schemas',
      severity: 'error',
      from: { path: '^api/[^/]+/', pathNot: '^api/routes/' },
      to: { path: '^api/routes/', pathNot: '/schema[.]ts$' },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'product code is used by the product',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: PRODUCT, pathNot: ENTRIES, reachable: false },
    },
    {
      name: 'only the demo and its tests import the demo',
      severity: 'error',
      from: { pathNot: '^(dev/demo[/.]|test/dev/demo-)' },
      to: { path: '^dev/demo[/.]' },
    },
    {
      name: 'crypto and client run in browsers and need nothing of Node',
      severity: 'error',
      from: { path: patterns(['crypto', 'client']) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the product needs no development package',
      severity: 'error',
      from: { path: PRODUCT, pathNot: BUNDLED },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every import is found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^web/dist' },
    // Finds imports of types. The circle rule needs them too.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
