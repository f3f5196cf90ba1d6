/** Names of files that come from an entry. Someone else may have written it. */

/** Characters that file systems refuse or read as a folder, and those that hide the kind of file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const UNSAFE = /[\u0000-\u001F\u007F-\u009F/\\:*?"<>|\u200B\u2028\u2029\u2060\uFEFF\p{Bidi_Control}]/gu;
/** Windows opens a device in place of such a file. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** File systems take 255, and browsers add something when a name is taken. */
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

/** A file name that any system accepts, with an ending that fits its contents. */
export function fileName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(UNSAFE, '_')
    .replace(/[.\s]+$/, '')
    .replace(/^[.\s]+/, '_')
    .replace(DEVICE, '_$&');
  return shortened(safe) || '_';
}
