/** Saves the sheet as one file, which opens offline. */
import { documentOf } from '../vault/export/html.ts';
import { saveFile } from '../vault/save-file.ts';
import sheetStyle from './kit-sheet.css?inline';

/** @param sheet its element, as it is shown */
export async function saveSheet(sheet: HTMLElement, title: string): Promise<void> {
  const { lang: language } = document.documentElement;
  const html = await documentOf({ language, title, style: sheetStyle, body: sheet.outerHTML });
  saveFile(new Blob([html], { type: 'text/html' }), `${title}.html`);
}
