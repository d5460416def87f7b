// Filters by what the books hold of a record: its labels, its notes, its case. The mirror knows nothing of them, so they become the ids of records.
import { z } from 'zod';
import { fieldOf, fieldsOf } from '../../../domain/kernel/fields.ts';
import type { BooksOfMirror } from '../kernel/context.ts';

const TEXTS = z.array(z.string()).catch([]);
/** No record has it: an empty list of ids would mean every record. */
const NO_RECORD: readonly string[] = ['-'];

/** What is asked of a list, with `label` and `marked` of its filter as ids of those records that have them and are wanted otherwise, and the address book where new addresses are. */
export function overBooks<Asked>(books: BooksOfMirror, asked: Asked): Asked;
export function overBooks(books: BooksOfMirror, asked: unknown): unknown {
  const { label, marked, ...rest } = fieldsOf(fieldOf(asked, 'filter'));
  const isOfBook = rest['newAddress'] === true;
  const others = isOfBook ? { ...rest, named: [...books.addressNames().keys()] } : rest;
  const [labels, marks, wanted] = [TEXTS.parse(label), TEXTS.parse(marked), new Set(TEXTS.parse(rest['ids']))];
  if (labels.length === 0 && marks.length === 0) return isOfBook ? { ...fieldsOf(asked), filter: others } : asked;
  const found = books.marked(labels, marks);
  const known = new Set(found);
  const rows = wanted.size === 0 ? found : [...wanted].filter((id) => known.has(recordOf(id)));
  return { ...fieldsOf(asked), filter: { ...others, ids: rows.length === 0 ? NO_RECORD : rows } };
}

function recordOf(row: string): string {
  return row.split('/', 1)[0] ?? row;
}
