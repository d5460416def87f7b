// Calls of the home currency of a business: which one, and the rates into it.
import { z } from 'zod';
import {
  HOME_RATE,
  isRate,
  MAX_HOME_RATES,
  MAX_RATE_LINES,
  MAX_RATE_SOURCE,
} from '../../../domain/pricing/home-value.ts';
import { count, typedMoney } from '../../../domain/kernel/shape.ts';
import { readCall, whereItEnds, writeCall } from '../../define.ts';
import { word } from '../../wire/lists.ts';
import { calendarDay } from '../statement.ts';

const code = z.string().regex(/^[A-Z]{3}$/);

export const homeCurrencyCalls = {
  'home.get': readCall({
    role: 'viewer',
    doc: 'The home currency of the business and the rates into it, oldest first ([rules](home-currency.md)); of several for one day the last holds. `book` null: there is none.',
    output: z.object({ book: z.object({ currency: z.string(), rates: z.array(HOME_RATE) }).nullable() }),
  }),
  'home.set': writeCall({
    role: 'finance',
    doc: 'Another home currency (an ISO 4217 code), or with null none; rates of every one are kept. `before` is how it was seen: what somebody else has changed meanwhile is not overwritten.',
    input: z.strictObject({ currency: code.nullable(), before: code.nullable() }),
    output: z.object({ changed: z.boolean() }),
    recording: whereItEnds('set-home-currency'),
  }),
  'home.saveRates': writeCall({
    role: 'finance',
    doc: `Rates of days, \`from\` and \`to\` with them: units of the home currency for one \`unit\`, a currency or a token, and where it was read. \`rate\` null: none holds for these days. All or none; at most ${MAX_RATE_LINES} at once and ${MAX_HOME_RATES} in all.`,
    input: z.strictObject({
      currency: code,
      rates: z
        .array(
          z
            .strictObject({
              unit: word,
              from: calendarDay,
              to: calendarDay,
              rate: typedMoney.refine(isRate, 'a rate is more than nothing').nullable(),
              source: z
                .string()
                .trim()
                .min(1)
                .max(MAX_RATE_SOURCE)
                .regex(/^\P{Cc}+$/u),
            })
            .refine(({ from, to }) => from <= to, 'ends before it begins'),
        )
        .min(1)
        .max(MAX_RATE_LINES),
    }),
    output: z.object({ saved: count }),
    recording: whereItEnds('save-home-rates'),
  }),
} as const;
