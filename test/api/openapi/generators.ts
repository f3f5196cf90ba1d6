/** Generators of clients in Go, Java and Rust, and the programs in test/clients/ that use what they make. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { narrate } from '../../../dev/cli/progress.ts';
import { checkout } from '../../../dev/instance/checkout.ts';
import { cached, cacheFolder } from '../../../dev/programs/cache.ts';
import { buildGoProgram } from '../../../dev/programs/go.ts';
import { runProgram } from '../../../dev/programs/run-program.ts';

const say = narrate();

/** Compiling 5 MB of Go takes ten minutes on two busy cores. */
const TIMEOUT_MS = 1_500_000;

/** How to start a program that plays an owner. */
export interface Play {
  command: string;
  args: string[];
}

/** Makes a client from the document in a folder, without edits, and compiles a program with it. */
type Generator = (document: string, folder: string) => Promise<Play>;

const ours = (name: string): string => join(checkout, 'test', 'clients', name);

const goGenerator = (module: string, version: string): Promise<string> => {
  const name = module.split('/').at(-1) ?? '';
  const program = { what: name, module, version, takes: 'a minute', instead: 'install Go 1.25 or newer' };
  return cached(`${name}-${version}`, say, (scratch) => buildGoProgram(program, scratch, say));
};

async function goPlay(name: string, folder: string): Promise<Play> {
  await cp(ours(name), folder, { recursive: true });
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  await runProgram('go', ['build', '-o', 'play', '.'], { cwd: folder, env, timeoutMs: TIMEOUT_MS });
  return { command: join(folder, 'play'), args: [] };
}

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.17.0';

/** Runs openapi-generator, which Maven fetches. */
async function openApiGenerator(language: string, document: string, folder: string, ...more: string[]) {
  const [, name = '', version = ''] = GENERATOR.split(':');
  const jar = await cached(`${name}-${version}.jar`, say, async (scratch) => {
    const options = [`-Dartifact=${GENERATOR}`, `-DoutputDirectory=${scratch}`];
    await runProgram('mvn', ['-B', '-q', 'dependency:copy', ...options], { cwd: scratch });
    return join(scratch, `${name}-${version}.jar`);
  });
  const args = ['-jar', jar, 'generate', '-g', language, '-i', document, '-o', folder, ...more];
  await runProgram('java', args, { timeoutMs: TIMEOUT_MS });
}

export const GENERATORS: Record<string, Generator> = {
  async ogen(document, folder) {
    const ogen = await goGenerator('github.com/ogen-go/ogen/cmd/ogen', 'v1.24.0');
    await runProgram(ogen, ['--target', join(folder, 'api'), '--package', 'api', document]);
    return goPlay('ogen', folder);
  },

  async 'oapi-codegen'(document, folder) {
    const codegen = await goGenerator('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', 'v2.8.2');
    await mkdir(join(folder, 'api'), { recursive: true });
    const into = join(folder, 'api', 'api.gen.go');
    await runProgram(codegen, ['-generate', 'types,client', '-package', 'api', '-o', into, document]);
    return goPlay('oapi-codegen', folder);
  },

  async java(document, folder) {
    await openApiGenerator('java', document, folder, '--library', 'native');
    await cp(ours('java'), folder, { recursive: true });
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=target/classes/path.txt'];
    await runProgram('mvn', ['-B', '-q', '-DskipTests', ...goals], { cwd: folder, timeoutMs: TIMEOUT_MS });
    const path = await runProgram('cat', [join(folder, 'target', 'classes', 'path.txt')]);
    return { command: 'java', args: ['-cp', `${join(folder, 'target', 'classes')}:${path.trim()}`, 'Play'] };
  },

  async rust(document, folder) {
    await openApiGenerator('rust', document, join(folder, 'client'));
    await cp(ours('rust'), join(folder, 'play'), { recursive: true });
    // Kept, because what the client needs takes minutes to compile.
    const target = join(cacheFolder(), 'rust-client');
    const env = { ...process.env, CARGO_TARGET_DIR: target };
    await runProgram('cargo', ['build', '--quiet'], {
      cwd: join(folder, 'play'),
      env,
      timeoutMs: TIMEOUT_MS,
    });
    return { command: join(target, 'debug', 'play'), args: [] };
  },
};
