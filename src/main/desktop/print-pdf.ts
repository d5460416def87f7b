// The present screen of a window as a PDF: printed when it is asked for, then saved where the person says. It stays
// in memory until then: nothing of it lies on a disk that nobody chose.
import type { WebContents } from 'electron';
import { writeWhole } from '../../backend/whole-file.ts';
import { askWhereTo } from './dialogs.ts';
import { fileNameFor } from './file-name.ts';

/** `declined` when the person names no file, or the window is gone. Rejects when it cannot be printed or written. */
export async function printPdf(
  contents: WebContents | undefined,
  suggestedName: string,
): Promise<'saved' | 'declined'> {
  if (contents === undefined || contents.isDestroyed()) return 'declined';
  const bytes = await contents.printToPDF({
    pageSize: 'A4',
    // The style sheet for paper sets the margins and numbers the pages.
    preferCSSPageSize: true,
    displayHeaderFooter: false,
    printBackground: true,
    generateTaggedPDF: true,
  });
  const path = await askWhereTo(fileNameFor(suggestedName, '.pdf'));
  if (path === null) return 'declined';
  await writeWhole(path, bytes, { folder: 'others', isDurable: true });
  return 'saved';
}
