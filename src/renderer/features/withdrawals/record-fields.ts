/**
 * Every field of a withdrawal in the API's own names, also those the specification does not know, as text. Pure.
 */
import type { Withdrawal } from '../../../domain/withdrawal.ts';

export interface RecordField {
  readonly name: string;
  /** Null is the API's null. */
  readonly value: string | null;
  readonly known: boolean;
}

/** All fields in the order of the specification, unknown ones last. */
export function recordFields(withdrawal: Withdrawal): readonly RecordField[] {
  const { extra, ...known } = withdrawal;
  return [
    ...Object.entries(known).map(([name, value]) => ({ name, value, known: true })),
    ...Object.entries(extra).map(([name, value]) => ({ name, value: asText(value), known: false })),
  ];
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
