// The first-contact report: what a real API was seen to do where the specification is silent or says otherwise. No value of a record is in it.
import { z } from 'zod';
import { count, countOrNull, instant, type ToldOf } from '../kernel/shape.ts';

export const CONTACT_LINE = z.object({
  /** "Invoices, order". */
  topic: z.string(),
  words: z.string(),
  /** Null: the specification does not say. */
  isAsSpecified: z.boolean().nullable(),
});
export type ContactLine = ToldOf<typeof CONTACT_LINE>;

export const CONTACT_REPORT = z.object({
  /** Our clock. */
  at: instant,
  requests: count,
  /** How long the first answer took, milliseconds; null when there was none. */
  answeredMs: countOrNull,
  /** How far the server's clock is ahead of ours, milliseconds; null when no answer was dated. */
  clockOffsetMs: countOrNull,
  limit: countOrNull,
  remaining: countOrNull,
  invoices: countOrNull,
  withdrawals: countOrNull,
  methods: countOrNull,
  methodCurrencies: countOrNull,
  rates: countOrNull,
  lines: z.array(CONTACT_LINE),
  text: z.string(),
});
export type ContactReport = ToldOf<typeof CONTACT_REPORT>;

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/;
/** More digits than "TRC20" or "sha256" have are an id or an amount. */
const MOST_DIGITS = 3;

/** A name of a field or header, or a word of a closed list, where it looks like one; its length otherwise. */
export function maskedName(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  return NAME.test(text) && digits <= MOST_DIGITS ? text : `(${text.length} characters that are no plain word)`;
}

/** Several of them, each once, bounded. */
export function maskedNames(texts: Iterable<string>, most = 24): string {
  const names = [...new Set([...texts].map(maskedName))].sort();
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** What a value looks like, and nothing of what it is. */
export function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number with decimals';
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return `decimal text, ${(value.split('.')[1] ?? '').length} decimals`;
  if (/^\d{4}-\d\d-\d\d[T ]/.test(value)) return `time ${timeShape(value)}`;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return 'uuid';
  return /^https?:\/\//i.test(value) ? 'address' : 'text';
}

/** "0000-00-00T00:00:00.000000Z": where the digits stand. */
export function timeShape(text: string): string {
  return text
    .slice(0, 40)
    .replace(/\d/g, '0')
    .replace(/[^0T:.Z+ -]/g, '?');
}

/** The order of instants as a list has them, in words. */
export function orderWords(instants: readonly number[]): string {
  const steps = instants.slice(1).map((at, index) => Math.sign(at - (instants[index] ?? at)));
  const [up, down] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  if (up === 0 && down === 0) return instants.length < 2 ? 'too few to tell' : 'all of one moment';
  if (up === 0) return 'newest first by created_at';
  if (down === 0) return 'oldest first by created_at';
  return `not by created_at: ${up} steps forward, ${down} back`;
}

/** The report as text. Whatever slipped in that looks like a value is taken out once more. */
export function contactText(
  report: Omit<ContactReport, 'text' | 'lines'>,
  lines: readonly ContactLine[],
  version: string,
): string {
  const marks = lines.map(({ topic, words, isAsSpecified }) => {
    return `${isAsSpecified === false ? '! ' : '- '}${topic}: ${words}`;
  });
  const head = [
    `Merchant Console ${version}: first contact, ${report.at.slice(0, 10)}, ${report.requests} requests, reading only`,
    'Lines with "!" differ from the specification. Names and shapes only: no ids, amounts or addresses.',
    '',
  ];
  return `${[...head, ...marks].map(withoutValues).join('\n')}\n`;
}

const VALUES =
  /[\w.+-]+@[\w-]+\.[\w.-]+|https?:\/\/\S+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=\w*\d)\w{20,}\b|\b\d{7,}\b|\b\d+\.\d{2,}\b/gi;

/** What looks like an id, an amount or an address is taken out. */
export function withoutValues(line: string): string {
  return line.slice(0, 600).replace(VALUES, '(masked)');
}
