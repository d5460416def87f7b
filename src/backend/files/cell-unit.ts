// Currencies and tokens as files name them: a code in upper case.
import { isUnitCode, type RejectReason } from '../../domain/import.ts';
import { codesOfSign } from './cell-amount.ts';
import { refusal } from './row-columns.ts';

/** No business has more currencies and tokens: the column was misunderstood. */
const MOST_UNITS = 1000;

/** The code that a text names; null when it names none. A sign is no code, though it may look like one ("Ft"): it names what it alone stands for. */
export function unitOf(text: string): string | null {
  const upper = text.trim().toUpperCase();
  const codes = codesOfSign(upper);
  if (codes !== null) return codes.length === 1 ? (codes[0] ?? null) : null;
  return isUnitCode(upper) ? upper : null;
}

export class UnitReader {
  readonly #otherwise: string | null;
  readonly #known = new Map<string, string | null>();
  readonly #units = new Set<string>();
  /** Why the last text was none. */
  fault: Extract<RejectReason, 'no-unit' | 'not-a-unit'> = 'no-unit';

  /** `otherwise`: where a row does not say it. */
  constructor(otherwise: string | null) {
    this.#otherwise = otherwise === null ? null : unitOf(otherwise);
  }

  /** The code; null when there is none. Throws FailureError `file-refused` when the file has more than any business. */
  read(text: string): string | null {
    let unit = this.#known.get(text);
    if (unit === undefined) {
      unit = text.trim() === '' ? this.#otherwise : unitOf(text);
      if (this.#known.size < MOST_UNITS) this.#known.set(text, unit);
      if (unit !== null) this.#units.add(unit);
      if (this.#units.size > MOST_UNITS) throw refusal('mapping-incomplete', `More than ${MOST_UNITS} currencies.`);
    }
    if (unit === null) this.fault = text.trim() === '' ? 'no-unit' : 'not-a-unit';
    return unit;
  }
}
