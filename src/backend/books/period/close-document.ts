// The document of a close as it was stored, read back by a console that may be older or newer than the one that wrote it: what was not told apart
// then has the value that it had, and a word that only a later console knows is left out and named.
import { z } from 'zod';
import type { UnknownWord } from '../../../domain/period/close-proof.ts';
import {
  CERTIFICATE_FACT,
  CLOSE_DOCUMENT,
  CLOSE_REQUIREMENTS,
  type CloseDocument,
  type CloseFigures,
  REQUIREMENT_STANDING,
} from '../../../domain/period/close.ts';
import { fieldOf } from '../../../domain/kernel/fields.ts';
import { FINDING_KINDS } from '../../../domain/kernel/finding.ts';
import { CERTIFICATES } from '../../../domain/profiles/profile.ts';
import {
  ADJUSTMENT_SUM,
  type LastClose,
  NO_CLOSING_REASONS,
  STATEMENT,
  type Statement,
  STATEMENT_LINE,
  STATEMENT_LINES,
  TOKEN_STATEMENT,
} from '../../../domain/period/statement.ts';
import {
  FINDING_TOTALS,
  MISSING_FACTS,
  TIE_OUT_REPORT,
  type TieOutReport,
  UNTOLD_REASONS,
} from '../../../domain/reconcile/tie-out.ts';
import { ITEM_KINDS, OPEN_ITEM } from '../../../domain/period/reconciling-item.ts';
import { CAUSE_SUM, DIFFERENCE_CAUSES, DIFFERENCE_SPLIT } from '../../../domain/period/split.ts';
import { parseJson } from '../../sqlite/columns.ts';
import { StoreError } from '../../sqlite/errors.ts';

/** What the list of closes and the chain need of a document; it holds no word that a later console could have brought. */
export interface CloseOutline extends Omit<LastClose, 'id'> {
  readonly figures: readonly CloseFigures[];
  readonly overrideReason: string | null;
  readonly closedBy: string;
  readonly openings: readonly { readonly token: string | null; readonly amount: string }[];
  /** What it has taken the place of, and why; null: nothing. */
  readonly correction: CloseDocument['supersedes'];
  readonly auditHead: CloseDocument['auditHead'];
}

type Note = (where: UnknownWord['where'], word: string) => void;

const text = z.string();
const nullable = text.nullable();
const count = z.number().int();

const outline = z.object({
  statement: z.object({
    period: STATEMENT.shape.period,
    bounds: STATEMENT.shape.bounds,
    tokens: z.array(
      z.object({
        token: nullable,
        opening: z.object({ amount: text }).nullable(),
        impliedClosing: nullable,
        movement: text,
        difference: nullable,
        lines: z.array(z.object({ kind: text, count, amount: text })),
      }),
    ),
  }),
  overrideReason: nullable,
  closedBy: text,
  supersedes: CLOSE_DOCUMENT.shape.supersedes.default(null),
  auditHead: CLOSE_DOCUMENT.shape.auditHead.default(null),
});

/** What the list shows. Throws StoreError `corrupt`. */
export function readOutline(json: string): CloseOutline {
  const { statement, overrideReason, closedBy, supersedes: correction, auditHead } = parsed(outline, json);
  const closings = statement.tokens.map(({ token, impliedClosing }) => ({ token, amount: impliedClosing }));
  const figures = statement.tokens.map(({ token, lines, movement, difference }) => {
    const line = (kind: string) => lines.find((one) => one.kind === kind) ?? { count: 0, amount: '0' };
    const [paid, withdrawals] = [line('credits'), line('withdrawals')];
    return { token, paid: paid.count, credits: paid.amount, withdrawals: withdrawals.amount, movement, difference };
  });
  const openings = statement.tokens.flatMap(({ token, opening }) =>
    opening === null ? [] : [{ token, amount: opening.amount }],
  );
  const { period, bounds } = statement;
  return { period, bounds, closings, openings, figures, overrideReason, closedBy, correction, auditHead };
}

/** All of it, and the words that are in it and not known here, each once. Throws StoreError `corrupt`. */
export function readDocument(json: string): {
  readonly document: CloseDocument;
  readonly unknown: readonly UnknownWord[];
} {
  const unknown = new Map<string, UnknownWord>();
  const document = parsed(
    documentSchema((where, word) => unknown.set(`${where} ${word}`, { where, word })),
    json,
  );
  return { document, unknown: [...unknown.values()] };
}

function parsed<Value>(schema: z.ZodType<Value>, json: string): Value {
  const result = schema.safeParse(parseJson(json, 'closed statement'));
  if (result.success) return result.data;
  throw new StoreError('corrupt', 'books', 'a closed statement cannot be read back', { cause: result.error });
}

function documentSchema(note: Note): z.ZodType<CloseDocument> {
  const certificate = CERTIFICATE_FACT.extend({
    // Less is claimed than may have been meant.
    certificate: known(CERTIFICATES, 'certificate', note).transform((word) => word ?? 'incomplete'),
  });
  return CLOSE_DOCUMENT.extend({
    // The documents of form 1 do not name it.
    version: count.default(1),
    statement: statementSchema(note),
    tieOut: tieOutSchema(note),
    certificates: z.object({ invoices: certificate, withdrawals: certificate }),
    requirements: items('requirement', CLOSE_REQUIREMENTS, REQUIREMENT_STANDING, 'requirement', note),
    // Those of forms 1 and 2 have neither.
    supersedes: CLOSE_DOCUMENT.shape.supersedes.default(null),
    auditHead: CLOSE_DOCUMENT.shape.auditHead.default(null),
  });
}

const OPENINGS = ['previous-close', 'typed'] as const;

function statementSchema(note: Note): z.ZodType<Statement> {
  return STATEMENT.extend({
    tokens: z.array(
      TOKEN_STATEMENT.extend({
        opening: z
          .looseObject({ source: known(OPENINGS, 'opening', note) })
          .nullable()
          .transform((value) => (value?.source === null ? null : value))
          .pipe(TOKEN_STATEMENT.shape.opening),
        lines: items('kind', STATEMENT_LINES, STATEMENT_LINE, 'line', note),
        noClosing: known(NO_CLOSING_REASONS, 'no-closing', note),
        // Not told in a close that is older.
        broughtForward: ADJUSTMENT_SUM.default({ count: 0, amount: '0' }),
        typedReadAt: nullable.default(null),
        split: DIFFERENCE_SPLIT.extend({
          causes: items('cause', DIFFERENCE_CAUSES, CAUSE_SUM, 'cause', note),
          items: items('kind', ITEM_KINDS, OPEN_ITEM, 'item', note),
        })
          .nullable()
          .default(null),
      }),
    ),
  });
}

function tieOutSchema(note: Note): z.ZodType<TieOutReport> {
  return TIE_OUT_REPORT.extend({
    untold: counts(UNTOLD_REASONS, 'untold', note),
    missing: counts(MISSING_FACTS, 'missing', note),
    findings: items('kind', FINDING_KINDS, FINDING_TOTALS, 'finding', note),
  });
}

/** One of the words; null for none, and for one that is not known. */
function known<Word extends string>(words: readonly Word[], where: UnknownWord['where'], note: Note) {
  return nullable.transform((word): Word | null => {
    const found = words.find((one) => one === word);
    if (found === undefined && word !== null) note(where, word);
    return found ?? null;
  });
}

function items<Item>(
  name: string,
  words: readonly string[],
  item: z.ZodType<Item>,
  where: UnknownWord['where'],
  note: Note,
) {
  return z
    .array(z.unknown())
    .transform((all) =>
      all.filter((one) => {
        const word = fieldOf(one, name);
        if (typeof word !== 'string' || words.includes(word)) return true;
        note(where, word);
        return false;
      }),
    )
    .pipe(z.array(item));
}

/** A count for each of the words; 0 for one that was not told apart when it was written. */
function counts<Word extends string>(words: readonly Word[], where: UnknownWord['where'], note: Note) {
  const all = z.record(text, count).transform((found) => {
    for (const word of Object.keys(found)) if (!words.some((one) => one === word)) note(where, word);
    return Object.fromEntries(words.map((word) => [word, found[word] ?? 0]));
  });
  return all.pipe(z.record(z.enum(words), count));
}
