// What a list is asked for, read from its address: each filter stands there under the name that the engine gives it.
import { dateBounds, type InstantRange, periodDays, periodNamed, type PlainRange } from '../form/date-bounds.ts';
import type { RouteFilters } from '../window/route.ts';

export type Address = Pick<RouteFilters, 'text' | 'list' | 'flag'>;

/** As long as the engine takes them, and as many. */
const MAX_CHARACTERS = 256;
const MAX_WORDS = 100;

/** One text; absent means any. */
export function textIn(address: Address, name: string): string | undefined {
  return wordsIn(address, name)?.[0];
}

/** The words of which one must hold; absent means any. Empty ones say nothing. */
export function wordsIn(address: Address, name: string): string[] | undefined {
  const words = address.list(name).filter((word) => word !== '');
  return words.length === 0 ? undefined : words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_CHARACTERS));
}

/** The words that are of a closed list; one that is not says nothing, and absent means any. */
export function knownIn<Word extends string>(address: Address, name: string, all: readonly Word[]): Word[] | undefined {
  const words = wordsIn(address, name) ?? [];
  const found = all.filter((word) => words.includes(word));
  return found.length === 0 ? undefined : found;
}

/** Days of the chosen zone ("created" stands as createdFrom and createdTo, or as a period that moves on: "yesterday"); both belong to the range. */
export function daysIn(address: Address, name: string, timeZone: string): PlainRange {
  const period = periodNamed(address.text(name));
  if (period !== undefined) return periodDays(period, Date.now(), timeZone);
  return { from: address.text(`${name}From`), to: address.text(`${name}To`) };
}

/** The same days as instants, as the engine takes them. */
export function boundsIn(address: Address, name: string, timeZone: string): InstantRange {
  return dateBounds(daysIn(address, name, timeZone), timeZone);
}

/** True when anything narrows the list, `except` what only chooses it. */
export function isNarrowed(filter: object, except: readonly string[] = []): boolean {
  return Object.entries(filter).some(([name, value]) => value !== undefined && !except.includes(name));
}
