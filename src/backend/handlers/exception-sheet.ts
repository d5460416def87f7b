// Handlers of a sheet of exceptions that comes back filled in.
import type { CallOutput } from '../../contract/calls.ts';
import type { SheetReport } from '../jobs/exception-sheet.ts';
import type { HandlersFor } from './handler.ts';

export function exceptionSheetHandlers(): HandlersFor<'exceptions.checkSheet' | 'exceptions.applySheet'> {
  return {
    'exceptions.checkSheet': async ({ fileId, ...page }, context) =>
      wireReport(await context.business().exceptionSheets.check(fileId, page, context.signal)),
    'exceptions.applySheet': async ({ intentId, fileId, ...page }, context) =>
      wireReport(await context.business().exceptionSheets.apply(intentId, fileId, page, context.signal)),
  };
}

function wireReport({ counts, rows, total }: SheetReport): CallOutput<'exceptions.checkSheet'> {
  return { counts: [...counts], rows: [...rows], total };
}
