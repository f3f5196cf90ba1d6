/** Safe names for saved files. The name comes from an entry, which someone else may have written. */

/** Characters that file systems refuse or read as a folder, and those that hide the kind of file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const UNSAFE = /[\u0000-\u001F\u007F-\u009F/\\:*?"<>|\u200B\u2028\u2029\u2060\uFEFF\p{Bidi_Control}]/gu;
/** Windows opens a device in place of such a file. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** File systems allow 255 bytes. The rest is for a number, which is added when a name is taken. */
const MOST_BYTES = 200;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

function shortened(name: string): string {
  const [ending = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  let kept = '';
  for (const character of name.slice(0, name.length - ending.length)) {
    if (bytesIn(kept + character + ending) > MOST_BYTES) break;
    kept += character;
  }
  return kept + ending;
}

/** A file name that any system accepts, with a fitting ending. It isn't a hidden file, a device or an option. */
export function fileName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(UNSAFE, '_')
    .replace(/[.\s]+$/, '')
    .replace(/^[-.\s]+/, '_')
    .replace(DEVICE, '_$&');
  return shortened(safe) || '_';
}

/** Some file systems ignore case, or compare the forms of letters. */
const compared = (name: string): string => name.normalize('NFC').toLowerCase();

/** Names for new files in one folder: each is safe on any system, leads to no other folder, and isn't taken yet. */
export function distinctNames(taken: Iterable<string> = []): (name: string) => string {
  const used = new Set(Array.from(taken, compared));
  return (name) => {
    const safe = fileName(name);
    const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]{1,16})?$/s.exec(safe) ?? [];
    let chosen = safe;
    for (let n = 2; used.has(compared(chosen)); n += 1) chosen = `${stem} (${n})${ending}`;
    used.add(compared(chosen));
    return chosen;
  };
}
