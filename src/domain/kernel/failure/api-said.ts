// What the API says of a refusal beside its code, ready to be shown: its message and its details as text that is
// marked as the API's, bounded, and without anything that hides or turns it. Foreign: nothing branches on it. Pure.
import { isOwnCode } from './api-code.ts';
import type { ApiSaid, Failure } from './failure.ts';
import { plainLine, plainText, shortText } from '../text/plain-text.ts';

/** Characters of a line that stands among our own words, of one value of the details and of its name. */
const LINE_CHARACTERS = 240;
const VALUE_CHARACTERS = 300;
const NAME_CHARACTERS = 80;
/** Details that are named; the rest is counted. */
const MOST_DETAILS = 12;

export interface SaidDetail {
  readonly name: string;
  readonly value: string;
}

/** What the API said; null where it said nothing, or where the refusal is the console's own. */
export function apiSaid(failure: Failure): ApiSaid | null {
  const said = saidIn(failure);
  const isEmpty = (said?.message ?? '') === '' && Object.keys(said?.details ?? {}).length === 0;
  return said === undefined || isEmpty ? null : said;
}

function saidIn(failure: Failure): ApiSaid | undefined {
  if (failure.kind === 'rejected') return isOwnCode(failure.code) ? undefined : failure;
  if (failure.kind === 'unauthorised' || failure.kind === 'rate-limited' || failure.kind === 'not-found') {
    return failure.said;
  }
  return undefined;
}

/** The details by name, each value as text; what is no text is printed as JSON. */
export function saidDetails({ details = {} }: ApiSaid): {
  readonly shown: readonly SaidDetail[];
  readonly more: number;
} {
  const entries = Object.entries(details);
  const shown = entries.slice(0, MOST_DETAILS).map(([name, value]) => ({
    name: plainText(shortText(name, NAME_CHARACTERS)),
    value: plainText(shortText(inText(value), VALUE_CHARACTERS)),
  }));
  return { shown, more: entries.length - shown.length };
}

function inText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
}

/** `The API says: “…”`, on one line among our own words; empty where it says nothing. No quotation mark of its own ends it early. */
export function saidLine(failure: Failure): string {
  const said = apiSaid(failure);
  if (said === null) return '';
  const { shown, more } = saidDetails(said);
  const details = shown.map(({ name, value }) => `${name}: ${value}`).join('; ');
  const rest = more === 0 ? '' : `; ${more} more`;
  const parts = [said.message ?? '', details === '' ? '' : `(${details}${rest})`].filter((part) => part !== '');
  return `The API says: “${plainLine(parts.join(' '), LINE_CHARACTERS).replaceAll(/[“”„‟]/g, '"')}”`;
}
