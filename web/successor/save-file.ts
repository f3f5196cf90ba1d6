/** A browser may begin to read a file some time after the click. */
const READING_MS = 60_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const FORBIDDEN = /[\u0000-\u001F\u007F/\\:*?"<>|\p{Bidi_Control}]/gu;

/** Hands a file to the browser to keep. Characters that a file system refuses in a name are replaced. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href, download: name.replace(FORBIDDEN, '_') });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), READING_MS);
}
