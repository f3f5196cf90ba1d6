import { saveFile } from '../vault/save-file.ts';

interface RecoveryCodeFile {
  recoveryCode: string;
  name: string;
  email: string;
  /** ISO 8601. */
  madeAt: string;
  /** In the reader's language, for the name of the file. */
  file: string;
}

/** Saves the code as a text file, which needs no program to be read. */
export function saveRecoveryCode({ recoveryCode, name, email, madeAt, file }: RecoveryCodeFile): void {
  const text = [recoveryCode, '', `${name} <${email}>`, location.host, madeAt.slice(0, 10), ''].join('\n');
  saveFile(new Blob([text], { type: 'text/plain' }), `${file}.txt`);
}
