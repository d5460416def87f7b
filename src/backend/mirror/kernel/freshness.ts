/** Which of two answers is the newer one, and keys of money that may turn out not to be money. */
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { fieldOf, isFields } from '../../../domain/kernel/fields.ts';
import { isMoney, moneySortKey } from '../../../domain/kernel/money/money.ts';
import type { FieldMap } from '../../../domain/records/declare.ts';
import { instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';

/** Requests live thirty seconds at most, so answers that cross each other are dated closer together than this. */
export const OVERLAP_MS = 60_000;

/**
 * True when the answer at `asOf` is older than the one at `stored`, because the two crossed on their way. Equal times count as newer:
 * the later one to arrive. So does one that is dated a minute or more earlier: it cannot have been under way for so long, so the
 * clock that dated the stored one was wrong, and must not keep right answers out until it is reached.
 */
export function isOlder(asOf: string, stored: string): boolean {
  return requireInstant(asOf) < requireInstant(stored) && mayOverlap(asOf, stored);
}

/** True when requests with these two answers may have been under way at the same time. */
export function mayOverlap(asOf: string, stored: string): boolean {
  return Math.abs((toEpochMs(asOf) ?? 0) - (toEpochMs(stored) ?? 0)) < OVERLAP_MS;
}

/** The key of an as-of time; what is no instant is refused. */
export function requireInstant(asOf: string): string {
  const key = instantKey(asOf);
  if (key !== null) return key;
  throw invalidInput('asOf', `“${asOf}” is no instant`);
}

/** The sort key of an amount that may be absent. */
export function moneyKey(text: string | null): string | null {
  return text === null ? null : moneySortKey(text);
}

/** The key of a timestamp that may be absent or unreadable. */
export function timeKey(text: string | null): string | null {
  return text === null ? null : instantKey(text);
}

/** What of a declaration is money, or a group with some; gone through for every record, so made once. */
const withMoney = new WeakMap<FieldMap, readonly (readonly [string, FieldMap | null])[]>();

function moneyFields(declared: FieldMap): readonly (readonly [string, FieldMap | null])[] {
  const known = withMoney.get(declared);
  if (known !== undefined) return known;
  const found = Object.entries(declared).flatMap(([name, field]): readonly (readonly [string, FieldMap | null])[] => {
    if (field.kind === 'money') return [[name, null]];
    return field.kind === 'group' && moneyFields(field.fields).length > 0 ? [[name, field.fields]] : [];
  });
  withMoney.set(declared, found);
  return found;
}

/** The first declared amount of a record that is no money, as a reason for quarantine; null when all are fine or absent. */
export function moneyProblem(declared: FieldMap, record: object): string | null {
  for (const [name, inner] of moneyFields(declared)) {
    const value = fieldOf(record, name) ?? null;
    if (value === null) continue;
    if (inner === null) {
      if (!isMoney(value)) return `${name} is not an amount of money`;
    } else if (isFields(value)) {
      const problem = moneyProblem(inner, value);
      if (problem !== null) return problem;
    }
  }
  return null;
}
