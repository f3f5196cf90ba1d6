import { fileName } from './file-name.ts';

/** Some file systems ignore case, or compare the forms of letters. */
const compared = (name: string): string => name.normalize('NFC').toLowerCase();

/** Names for files in one folder of an archive: each is safe on any system, leads to no other folder, and is there once. */
export function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const safe = fileName(name);
    const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]{1,16})?$/s.exec(safe) ?? [];
    let chosen = safe;
    for (let n = 2; taken.has(compared(chosen)); n += 1) chosen = `${stem} (${n})${ending}`;
    taken.add(compared(chosen));
    return chosen;
  };
}
