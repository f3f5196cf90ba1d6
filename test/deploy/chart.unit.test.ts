import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const chart = 'deploy/helm/vault-handover';
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const yaml = (file: string) => parse(read(`${chart}/${file}`)) as Record<string, Record<string, unknown>>;

// `helm lint`, `helm template` and `kubeconform` check the rest on GitHub.
describe('the Helm chart', () => {
  test.each(['values.yaml', 'ci-values.yaml'])('sets only variables that exist: %s', (file) => {
    const known = read('.env.example');
    for (const name of Object.keys(yaml(file).env ?? {}))
      expect(known).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
  });

  const accepts = (values: unknown): boolean =>
    z.fromJSONSchema(JSON.parse(read(`${chart}/values.schema.json`))).safeParse(values).success;

  test('takes its own values, those of the tests, and what users add to maps of theirs', () => {
    for (const file of ['values.yaml', 'ci-values.yaml'])
      expect([file, accepts(yaml(file))]).toEqual([file, true]);
    expect(
      accepts({
        runAsUser: null,
        env: { FILES_S3_BUCKET: 'files', TRUST_PROXY: 2 },
        api: { resources: { limits: { cpu: 2 } } },
        ingress: { annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' } },
        nodeSelector: { 'kubernetes.io/arch': 'arm64' },
        tolerations: [{ key: 'vault', operator: 'Exists' }],
        global: {},
      }),
    ).toBe(true);
  });

  test('refuses a misspelt value at every place, and a value of another type', () => {
    const maps = ['env', 'podAnnotations', 'nodeSelector'];
    const isFixed = ([name, value]: [string, unknown]) =>
      typeof value === 'object' && !Array.isArray(value) && !maps.includes(name);
    const places = Object.entries(yaml('values.yaml')).filter(isFixed);
    expect(places.map(([place]) => place)).toContain('api');
    for (const [place, value] of places)
      expect([place, accepts({ [place]: { ...value, replica: 3 } })]).toEqual([place, false]);
    expect(accepts({ replicas: 3 })).toBe(false);
    expect(accepts({ api: { replicas: 'three' } })).toBe(false);
  });

  test('lets a pod of the API take requests until proxies have heard that it ends, and then finish them', () => {
    const text = read(`${chart}/templates/api.yaml`);
    const [, sleep] = text.match(/preStop:\s+exec: \{ command: \[sleep, "(\d+)"\] \}/) ?? [];
    const [, grace] = text.match(/terminationGracePeriodSeconds: (\d+)/) ?? [];
    const shutdown =
      Number(
        read('api/main.ts')
          .match(/SHUTDOWN_MS = ([\d_]+)/)?.[1]
          ?.replace('_', ''),
      ) / 1000;
    expect(Number(sleep)).toBeGreaterThanOrEqual(5);
    expect(Number(grace)).toBeGreaterThan(Number(sleep) + shutdown);
  });

  test('labels its pods as the guide has Prometheus find them', () => {
    const [, selector = ''] = read('docs/operations.md').match(/role: pod, label: '(.+)'/) ?? [];
    const wanted = new Map(selector.split(',').map((each) => each.split('=') as [string, string]));
    expect([...wanted.keys()]).toHaveLength(2);
    const helpers = read(`${chart}/templates/_helpers.tpl`);
    for (const label of wanted.keys()) expect(helpers).toContain(`${label}: {{`);
    const component = wanted.get('app.kubernetes.io/component');
    expect(read(`${chart}/templates/api.yaml`)).toContain(`"component" "${component}"`);
  });

  test('keeps the log of a migration that failed', () => {
    expect(read(`${chart}/templates/migrate.yaml`)).toMatch(/^ +restartPolicy: Never$/m);
  });

  test('starts the programs that the image has', () => {
    const templates = ['api', 'worker', 'migrate']
      .map((name) => read(`${chart}/templates/${name}.yaml`))
      .join('');
    const commands = [...templates.matchAll(/command: \[(node.*?)\]/g)].map(
      ([, command]) => command!.split(', ').at(-1)!,
    );
    expect(new Set(commands)).toEqual(
      new Set(['api/main.ts', 'worker/main.ts', 'worker/health.ts', 'db/migrate.ts']),
    );
    for (const program of commands) expect(read(program)).not.toBe('');
  });
});
