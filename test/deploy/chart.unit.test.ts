import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

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
