import { saveFile } from '../vault/save-file.ts';

interface RecoveryCodeFile {
  recoveryCode: string;
  name: string;
  email: string;
  /** In the reader's language: the day, as on the sheet, the name of the file, its heading, and how to use the code. */
  madeOn: string;
  file: string;
  heading: string;
  help: string;
}

/** Saves the code as a text file, which needs no program to be read. */
export function saveRecoveryCode(code: RecoveryCodeFile): void {
  const { recoveryCode, name, email, madeOn, file, heading, help } = code;
  const whose = [`${name} <${email}>`, location.origin, madeOn];
  const text = [heading, '', recoveryCode, '', ...whose, '', help, ''].join('\n');
  saveFile(new Blob([text], { type: 'text/plain' }), `${file}.txt`);
}
