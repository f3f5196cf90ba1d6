import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { VARIABLES } from '../../config.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { COMPOSE_VARIABLES, mistakesIn, unreadNamesIn } from '../../scripts/admin/check-env.ts';

describe('the check of deploy.env', () => {
  test.each([
    "SMTP_PASS='ab #cd'",
    "SMTP_PASS='a$b'",
    "SMTP_PASS='it\\'s'",
    "SMTP_PASS='a\\b\\\\'",
    'SMTP_PASS="ab #cd"',
    'SMTP_PASS=abc123',
    'SMTP_PASS=',
    '# a comment',
    "JWT_SECRET='abc+/=='\r",
  ])('takes %j', (line) => {
    expect(mistakesIn(`FRONTEND_URL='https://vault.example'\n${line}\n`)).toEqual([]);
  });

  test.each(['ab #cd', 'a$b', '"a$b"', "'ab", "ab'", 'a b', 'a\\b', "'ab' #cd", "'abc\\'", "'a\\\\'b'"])(
    'names the line of %j, and not the value',
    (value) => {
      expect(mistakesIn(`\nSMTP_PASS=${value}\n`)).toEqual([
        'line 2: the value of SMTP_PASS must be in single quotes, on one line',
      ]);
    },
  );

  test('names a line that sets no variable', () => {
    expect(mistakesIn('SMTP_PASS: secret')).toEqual(["line 1 isn't NAME='value'"]);
  });

  test('exits with 3 and names what it found', () => {
    const args = ['scripts/admin/main.ts', 'check-env'];
    const options = { cwd: checkout, input: 'SMTP_PASS=ab #cd\n', encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    expect([status, stderr]).toEqual([3, '']);
    expect(stdout).toContain('line 1: the value of SMTP_PASS must be in single quotes');
  });

  test('names a variable that nobody reads, without another exit code, and not the rest of a wrapped secret', () => {
    const args = ['scripts/admin/main.ts', 'check-env'];
    const input = "BACKUP_FOLDER='/backups'\nJWT_SECRET=aGVs\nbG8x==\n";
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: checkout, input, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('line 1: BACKUP_FOLDER is not a variable')]);
    expect(stdout).toContain('line 3: its name is not a variable');
    expect(stdout).not.toContain('bG8x');
  });

  const compose = readFileSync(join(checkout, 'docker-compose.temporal.yml'), 'utf8');
  const used = new Set([...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));

  test('knows the variables of the compose file', () => {
    expect([...used].filter((name) => !VARIABLES.includes(name)).sort()).toEqual(
      COMPOSE_VARIABLES.toSorted(),
    );
  });

  test('names each variable of the service that the compose file does not read, with what to do instead', () => {
    const named = VARIABLES.filter((name) => unreadNamesIn(`${name}='x'`).length > 0);
    expect(named).toEqual(VARIABLES.filter((name) => !used.has(name)));
    expect(unreadNamesIn("\nDB_HOST='db.example.org'\nJWT_SECRET_FILE='/run/vault/jwt'")).toEqual([
      "line 2: the compose file doesn't read DB_HOST: name another PostgreSQL by DATABASE_URL",
      "line 3: the compose file doesn't read JWT_SECRET_FILE: set the variable without _FILE",
    ]);
  });

  test('accepts what the README and the trial run write', () => {
    const written = ['README.md', 'docs/operations.md'].flatMap((path) =>
      [...readFileSync(join(checkout, path), 'utf8').matchAll(/^ *([A-Z_]+='.*')$/gm)].map(
        ([, line]) => line,
      ),
    );
    expect(written.length).toBeGreaterThan(10);
    expect(mistakesIn(written.join('\n'))).toEqual([]);
    expect(unreadNamesIn(written.join('\n'))).toEqual([]);
  });
});
