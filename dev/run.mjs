/**
 * `node dev/run.mjs <program>`: every npm script goes through it. It needs only Node 20: it installs missing packages,
 * Node 24 among them, and runs the program, such as `dev/start.ts`, on Node 24. If only help is asked for, and the
 * program has it in a file, such as `dev/start/usage.txt`, nothing is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOn } from '../cli/run-on.mjs';

const checkout = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeModules = join(checkout, 'node_modules');
const ownNode = join(nodeModules, 'node', 'bin', 'node');
/** Exists while packages are being installed, and holds the PID of the process that installs them. */
const lock = join(checkout, '.data', 'installing');
/** A lock this old is left over, even if its PID is in use: another process may have been given it. */
const LEFT_OVER_MS = 60_000;

/** Exits with one sentence that says what to do. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The packages in a lock file, or undefined when there is no such file. */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Whether a package holds programs for this platform, with glibc, as our Node has it. */
const isForHere = ({ os, cpu, libc = ['glibc'] }) =>
  os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes('glibc');

/** Whether node_modules holds what package-lock.json names; packages for other platforms may be missing. */
function upToDate() {
  const wanted = packagesIn(join(checkout, 'package-lock.json'));
  const installed = packagesIn(join(nodeModules, '.package-lock.json'));
  return (
    existsSync(ownNode) &&
    wanted !== undefined &&
    installed !== undefined &&
    Object.entries(wanted).every(([path, about]) => {
      const found = installed[path];
      return path === '' || (found ? found.version === about.version : about.optional && !isForHere(about));
    })
  );
}

/** What to do about a failed installation, judging by npm's output. */
function advice(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network/i.test(output)) {
    return 'The package registry cannot be reached: check the network or `npm config get registry`, then run this again.';
  }
  const reason = output
    .split('\n')
    .findLast((line) => /^npm (error|ERR!) \S/.test(line) && !/log/.test(line));
  return `The packages could not be installed (${reason?.trim() ?? 'npm failed'}): run \`npm ci\` to see why.`;
}

/** Runs npm, on our own Node if asked, and resolves with its exit code and output. */
function npm(args, { onOwnNode = false } = {}) {
  // Install scripts must run, because one brings Node 24. Without a network, npm's own retries would take minutes.
  const always = ['--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  always.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  // The npm that runs this script need not be on PATH.
  const own = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const node = onOwnNode ? ownNode : process.execPath;
  const child = spawn(own ? node : 'npm', [...(own ? [own] : []), ...args, ...always], {
    cwd: checkout,
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `npm error ${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Installs what package-lock.json names, and reports progress. */
async function install() {
  console.log('Installing packages (npm ci), about a minute the first time …');
  const began = Date.now();
  const progress = setInterval(() => {
    console.log(`  still installing, ${Math.round((Date.now() - began) / 1000)} s so far`);
    // Shows those who wait that we are alive.
    utimes(lock, new Date(), new Date(), () => {});
  }, 15_000);
  let { code, output } = await npm(['ci']);
  if (code !== 0 && /EUSAGE/.test(output)) {
    console.log('package-lock.json does not fit package.json or this machine; installing with npm install …');
    ({ code, output } = await npm(['install', '--no-save']));
  }
  if (code === 0 && existsSync(ownNode) && !upToDate()) {
    // npm leaves out optional packages that are too new for the Node it runs on. Ours is newer.
    ({ code, output } = await npm(['install', '--no-save'], { onOwnNode: true }));
  }
  clearInterval(progress);
  if (code !== 0) {
    fail(advice(output));
  }
}

/** Takes the lock, unless it exists. */
function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') {
      return false;
    }
    // If the disk is full, the file was created but is empty.
    rmSync(lock, { force: true });
    throw error;
  }
}

/** Whether nobody holds the lock any more. */
function isLeftOver() {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    return Date.now() - statSync(lock).mtimeMs > LEFT_OVER_MS || (holder > 0 && !isAlive(holder));
  } catch (error) {
    if (error.code === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

/** Runs `work` while no other process installs in this checkout. */
async function exclusively(work) {
  try {
    mkdirSync(dirname(lock), { recursive: true });
    for (let announced = false; !takeLock(); ) {
      if (isLeftOver()) {
        rmSync(lock, { force: true });
        continue;
      }
      if (!announced) {
        console.log('Waiting for another run that is installing packages here …');
        announced = true;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  } catch (error) {
    fail(
      `${lock} cannot be written (${error.message}): remove it, and check permissions and free space there.`,
    );
  }
  process.once('exit', () => rmSync(lock, { force: true }));
  await work();
  rmSync(lock, { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or newer, then run this again.`);
}
const [name, ...args] = process.argv.slice(2);
const program = resolve(checkout, name ?? '');
if (!name?.endsWith('.ts') || !existsSync(program)) {
  fail(`There is no program "${name ?? ''}": see "scripts" in package.json.`);
}
const usage = join(dirname(program), basename(name, '.ts'), 'usage.txt');
if (args.some((arg) => arg === '--help' || arg === '-h') && existsSync(usage) && !upToDate()) {
  console.log(readFileSync(usage, 'utf8'));
  console.log(
    'Once packages are installed, this also lists every variable. Until then, .env.example explains them.',
  );
  process.exit(0);
}
if (!upToDate()) {
  await exclusively(async () => {
    if (!upToDate()) {
      await install();
    }
  });
  if (!existsSync(ownNode)) {
    fail('The package "node" installed no Node 24 for this machine: remove node_modules and run this again.');
  }
}

const env = {
  ...process.env,
  // Programs that are started by name, Node among them, are those installed here.
  PATH: [join(nodeModules, '.bin'), process.env.PATH].join(delimiter),
  // When a program starts again, its code is already compiled and its types are stripped.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(nodeModules, '.cache', 'compiled'),
};
runOn(ownNode, [program, ...args], env);
