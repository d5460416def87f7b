// What a person has written into a row of a sheet of exceptions, as actions. Nothing is guessed.
import { type ExceptionAction, RESOLUTION_REASONS } from '../../domain/exception.ts';
import { MAX_SHEET_ASSIGNEE, MAX_SHEET_NOTE, type SHEET_COLUMNS, type SheetRow } from '../../domain/exception-sheet.ts';

export type SheetCells = Readonly<Record<keyof typeof SHEET_COLUMNS, string>>;

const NOBODY = 'nobody';

/** In the order in which it is done: a row that resolves gives the exception to somebody first. */
export function asksOf(cells: SheetCells): SheetRow['asks'] {
  const { id, action, reason, note, assignee } = cells;
  if (action === '' && reason === '' && note === '' && assignee === '') return 'nothing-asked';
  if (id === '') return 'no-id';
  if (note.length > MAX_SHEET_NOTE) return 'note-too-long';
  if (assignee.length > MAX_SHEET_ASSIGNEE) return 'assignee-too-long';
  const given: readonly ExceptionAction[] =
    assignee === '' ? [] : [{ kind: 'assign', assignee: assignee.toLowerCase() === NOBODY ? null : assignee }];
  switch (action.toLowerCase()) {
    case '':
      // A reason without a deed may have meant one.
      if (reason !== '') return 'unknown-action';
      return note === '' ? given : [...given, { kind: 'note', note }];
    case 'resolve': {
      const known = RESOLUTION_REASONS.find((own) => own === wordOf(reason));
      if (known === undefined) return 'unknown-reason';
      return note === '' ? 'note-missing' : [...given, { kind: 'resolve', reason: known, note }];
    }
    case 'reopen':
      if (reason !== '') return 'unknown-reason';
      return note === '' ? 'note-missing' : [{ kind: 'reopen', note }, ...given];
    default:
      return 'unknown-action';
  }
}

/** "Corrected by us" is "corrected-by-us". */
function wordOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_]+/g, '-');
}
