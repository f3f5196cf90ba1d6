/** What the note in an archive says: how to open it without us, even years later. */
import { useLingui } from '@lingui/react/macro';
import type { ArchiveWords } from '../keys/tasks/archive.ts';
import { useMoments } from '../ui/moment.tsx';

/** @returns the words for an archive of that name */
export function useArchiveWords(ownerName: string): (name: string, isSealed: boolean) => ArchiveWords {
  const { t } = useLingui();
  const moment = useMoments();
  return (page, isSealed) => {
    const folder = t`Files`;
    const day = moment(new Date(), 'day');
    const about = [
      t`What ${ownerName} left to you. Saved on ${day}.`,
      t`Unpack this archive first. Then open “${page}.html” in any browser. It needs neither the internet nor us.`,
    ];
    const open = [
      t`The files are in the folder “${folder}”, and the page links to them. They are as they were stored and open with the usual programs.`,
      t`Anyone who has this archive can read all of it. Keep it where nobody else can find it.`,
    ];
    const sealed = [
      t`The page asks for the code on your recovery kit, so keep the sheet. It is then readable, and lists the files.`,
      t`The files are in the folder “${folder}”. Each is encrypted in the format “age” (age-encryption.org/v1), which several free programs read, such as “age” and “rage”. The page has a key for each: a line that begins with AGE-SECRET-KEY-1.`,
      t`To open a file, save its key as a text file, such as key.txt, and run: age --decrypt --identity key.txt --output film.mp4 "${folder}/1.age". The page says what each file was called.`,
      t`If no browser opens the page any more: its text is in the file itself, in Base64, encrypted with AES-256-GCM under a key that HKDF-SHA-256 derives from the code. The script in the page, which any text editor shows, has every step.`,
    ];
    return { page, folder, readme: t`Read me first`, how: [...about, ...(isSealed ? sealed : open)] };
  };
}
