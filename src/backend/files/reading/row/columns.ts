// Where the columns of a mapping lie in a file.
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { tableOf } from '../../../../domain/kernel/fields.ts';
import { FailureError, type FileRefusal } from '../../../../domain/kernel/failure/failure.ts';
import {
  ENTRY_FIELDS,
  type EntryField,
  FIELDS_OF_KIND,
  type Mapping,
  REQUIRED_FIELDS,
} from '../../../../domain/ledger/import.ts';

/** The indexes of columns by what they mean; −1: no column means it. */
export type ColumnsOfFields = Readonly<Record<EntryField, number>>;

/** A refusal as an error. `detail` names a column or a number, never what stands in the file's rows. */
export function refusal(reason: FileRefusal, detail?: string): FailureError {
  return new FailureError({ kind: 'file-refused', reason, ...(detail === undefined ? {} : { detail }) });
}

/** Throws FailureError `file-refused` where the mapping lacks what a source of the kind must have. */
export function assertMappingComplete(mapping: Mapping, kind: SourceKind): void {
  const { columns, unit, otherStatus } = mapping;
  for (const field of REQUIRED_FIELDS[kind]) {
    if (columns[field] === undefined) throw refusal('mapping-incomplete', field);
  }
  if (columns.unit === undefined && unit === null) throw refusal('mapping-incomplete', 'unit');
  if (columns.status === undefined && otherStatus === null) throw refusal('mapping-incomplete', 'status');
  if (kind === 'wallet' && columns.ident === undefined && columns.address === undefined) {
    throw refusal('mapping-incomplete', 'ident');
  }
}

/** Throws FailureError `file-refused` when a column that the mapping names is not there. */
export function columnsOfFields(mapping: Mapping, kind: SourceKind, titles: readonly string[]): ColumnsOfFields {
  const known: readonly EntryField[] = FIELDS_OF_KIND[kind];
  const places: Record<EntryField, number> = { ...tableOf(ENTRY_FIELDS, () => -1) };
  for (const field of ENTRY_FIELDS) {
    const title = mapping.columns[field];
    if (title === undefined || !known.includes(field)) continue;
    places[field] = titles.indexOf(title);
    if (places[field] < 0) throw refusal('no-such-column', title);
  }
  return places;
}
