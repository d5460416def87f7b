// Calls of the journal: what a ledger elsewhere books of a period, which accounts it goes to, and which journals were made.
import { z } from 'zod';
import {
  ACCOUNT_ROLES,
  JOURNAL,
  JOURNAL_LINE_KEY,
  JOURNAL_ROW,
  JOURNAL_SIDES,
  JOURNAL_SWITCHES,
} from '../../../domain/period/journal.ts';
import {
  columnsProblem,
  JOURNAL_FIELDS,
  JOURNAL_MADE,
  JOURNAL_SHAPES,
  MAX_ACCOUNT_TEXT,
  MAX_ACCOUNTS,
  MISSING_ACCOUNT,
  SAVED_MAPPING,
} from '../../../domain/period/journal-mapping.ts';
import { count, instant, money, natural, textOrNull } from '../../../domain/kernel/shape.ts';
import { readCall, whereItEnds, writeCall } from '../../define.ts';
import { paging } from '../../wire/lists.ts';
import { foreignToken, periodCodec } from '../statement.ts';

/** A name of somebody's ledger, on one line. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ACCOUNT_TEXT)
  .regex(/^\P{Cc}+$/u);

const mappingCodec = z
  .strictObject({
    accounts: z
      .array(
        z.strictObject({
          role: z.enum(ACCOUNT_ROLES),
          currency: foreignToken.nullable(),
          account: name,
          taxRate: name.nullable(),
        }),
      )
      .max(MAX_ACCOUNTS)
      .refine(
        (accounts) =>
          new Set(accounts.map(({ role, currency }) => JSON.stringify([role, currency]))).size === accounts.length,
        'two accounts for one role and currency',
      ),
    shape: z.enum(JOURNAL_SHAPES),
    columns: z.array(z.strictObject({ field: z.enum(JOURNAL_FIELDS), head: name })).max(JOURNAL_FIELDS.length),
    switches: z.strictObject(JOURNAL_SWITCHES.shape),
  })
  .superRefine(({ shape, columns }, context) => {
    const problem = shape === 'own' ? columnsProblem(columns) : columns.length > 0 ? 'has columns of its own' : null;
    if (problem !== null) context.addIssue({ code: 'custom', path: ['columns'], message: problem });
  });

export const journalCalls = {
  'journal.read': readCall({
    role: 'viewer',
    doc: 'The journal entries of a period ([rules](journal.md)): debits and credits are the same in each currency, to the last digit. Of a closed period those of what was locked. `missing`: lines whose account is not mapped, which no file leaves without. `made`: journals of days of this period that have left the console.',
    input: z.strictObject({ period: periodCodec }),
    output: z.object({
      journal: JOURNAL,
      closeId: textOrNull,
      /** Null: nobody has mapped anything. */
      mapping: SAVED_MAPPING.nullable(),
      missing: z.array(MISSING_ACCOUNT),
      made: z.array(JOURNAL_MADE),
      computedAt: instant,
    }),
  }),
  'journal.rows': readCall({
    role: 'viewer',
    doc: 'The rows behind a line of the journal, latest first; `amount`: what all of them come to, which is the amount of the line.',
    input: z.strictObject({
      period: periodCodec,
      ...JOURNAL_LINE_KEY.shape,
      currency: foreignToken.nullable(),
      side: z.enum(JOURNAL_SIDES),
      ...paging,
    }),
    output: z.object({ rows: z.array(JOURNAL_ROW), total: count, amount: money }),
  }),
  'journal.mapping': readCall({
    role: 'viewer',
    doc: 'Which account each line goes to and in which shape the file is, as it was saved last; null: nobody has.',
    output: z.object({ mapping: SAVED_MAPPING.nullable() }),
  }),
  'journal.saveMapping': writeCall({
    role: 'finance',
    doc: 'Another version of it, with its author and time; earlier ones are kept. `before`: the version that was seen, null for none: what somebody else has saved meanwhile is not overwritten. An account with `currency` null is that of every currency that has none of its own.',
    input: z.strictObject({ mapping: mappingCodec, before: natural.nullable() }),
    output: SAVED_MAPPING,
    recording: whereItEnds('save-journal-mapping'),
  }),
} as const;
