/** The `age` command of the machine, or of the Debian packages. The service itself doesn't need it. */
import { canInstallPackages, installPackage } from '../../../dev/programs/debian.ts';
import { onPath, runProgram } from '../../../dev/programs/run-program.ts';

export interface AgeCommand {
  /** Decrypts a file with the identity in another. It gets no environment of ours. @throws ProgramError */
  decrypt(path: string, identityPath: string, out: string): Promise<void>;
}

/** @returns age, or why these tests cannot run here */
export async function findAge(): Promise<AgeCommand | { missing: string }> {
  let path = await onPath('age');
  if (!path && (await canInstallPackages())) {
    await installPackage('age').catch(() => {});
    path = await onPath('age');
  }
  if (!path) return { missing: 'there is no `age` here, and it cannot be installed' };
  const age = path;
  return {
    async decrypt(file, identity, out) {
      await runProgram(age, ['--decrypt', '--identity', identity, '--output', out, file], { env: {} });
    },
  };
}
