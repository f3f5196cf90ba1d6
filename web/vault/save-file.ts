import { fileName } from '../../client/file-names.ts';

/** Hands a file to the browser, to be saved. @returns its name, which may be cleaned */
export function saveFile(file: Blob, name: string): string {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return link.download;
}
