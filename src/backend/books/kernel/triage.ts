// What people have done about an exception, of a row of that table.
import { EXCEPTION_STATES, RESOLUTION_REASONS } from '../../../domain/reconcile/exception.ts';
import { readText, readTextOrNull } from '../../sqlite/columns.ts';
import { orNull, word } from '../../sqlite/rows.ts';

export const TRIAGE = {
  id: readText,
  state: word(EXCEPTION_STATES),
  assignee: readTextOrNull,
  reason: orNull(word(RESOLUTION_REASONS)),
  note: readTextOrNull,
};
