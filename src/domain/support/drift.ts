// Where the API strays from its specification without being useless: fields that nobody knows, words of closed lists that are new, other shapes. Names and
// shapes only, no value of a record, so that it can be handed to whoever looks after the API. Pure.
import { z } from 'zod';
import { instant, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { maskedName, shapeOf, withoutValues } from '../profiles/first-contact.ts';
import { INVOICE_STATUSES } from '../records/invoice.ts';
import { isObject } from '../records/json.ts';
import { WITHDRAWAL_STATUSES } from '../records/withdrawal.ts';
import { DELIVERY_EVENTS, DELIVERY_STATUSES } from '../webhooks/delivery.ts';

export const DRIFT = z.object({
  /** "invoice.loyalty_points: unknown field". */
  what: z.string(),
  /** What it looks like; null where `what` says all there is. */
  example: textOrNull,
  /** The first and the last answer with it; this computer's clock. */
  firstAt: instant,
  lastAt: instant,
  answers: natural,
});
export const DRIFTS = z.array(DRIFT);
export type Drift = ToldOf<typeof DRIFT>;

/** More different ones are not kept. */
export const MOST_DRIFTS = 200;

const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  invoice: { status: INVOICE_STATUSES },
  withdrawal: { status: WITHDRAWAL_STATUSES },
  delivery: { status: DELIVERY_STATUSES, event: DELIVERY_EVENTS },
};

/** What one answer shows, each once. `value`: a record, a list or a page of them; `notes`: what the tolerant reader noted. */
export function driftsOf(
  noun: string,
  value: unknown,
  notes: readonly string[],
): readonly Pick<Drift, 'what' | 'example'>[] {
  const found = new Map<string, string | null>(notes.map((note) => [note, null]));
  const { records = [value], quarantined = [] } = isObject(value) ? value : {};
  for (const one of listOf(quarantined)) if (isObject(one)) found.set(`unreadable: ${String(one['reason'])}`, null);
  for (const record of listOf(records)) {
    if (!isObject(record)) continue;
    const { extra } = record;
    for (const [name, field] of Object.entries(isObject(extra) ? extra : {}))
      found.set(`${noun}.${maskedName(name)}: unknown field`, shapeOf(field));
    for (const [name, known] of Object.entries(WORDS[noun] ?? {})) {
      const word = record[name];
      if (typeof word === 'string' && !known.includes(word)) {
        found.set(`${noun}.${name}: unknown word ${maskedName(word)}`, null);
      }
    }
  }
  return [...found].map(([what, example]) => ({ what: withoutValues(what), example }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What was known, with an answer more. */
export function withDrifts(
  known: readonly Drift[],
  seen: readonly Pick<Drift, 'what' | 'example'>[],
  at: string,
): readonly Drift[] {
  const again = new Map(seen.map((one) => [one.what, one]));
  const counted = known.map((one) => {
    const isAgain = again.delete(one.what);
    return isAgain ? { ...one, lastAt: at, answers: one.answers + 1 } : one;
  });
  const fresh = [...again.values()].map((one) => ({ ...one, firstAt: at, lastAt: at, answers: 1 }));
  return [...counted, ...fresh].slice(0, MOST_DRIFTS);
}

/** As text, for an integrator. */
export function driftText(drifts: readonly Drift[], version: string): string {
  const lines = drifts.map(({ what, example, firstAt, lastAt, answers }) => {
    const shape = example === null ? '' : ` (${example})`;
    return `- ${what}${shape}: in ${answers} answers, ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}`;
  });
  const head = [
    `Merchant Console ${version}: where the API strays from its specification`,
    'Names and shapes only: no ids, amounts or addresses.',
    '',
  ];
  return `${[...head, ...(lines.length === 0 ? ['Nothing so far.'] : lines)].join('\n')}\n`;
}
