// The exports of a period: the figures of its statement, the rows behind one of its lines, its movements by day.
import { type Close, keepsSplits } from '../../../domain/period/close.ts';
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { type Journal, knownValue, valueOfLine } from '../../../domain/period/journal.ts';
import { FIRST_MAPPING } from '../../../domain/period/journal-mapping.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import type { DifferenceSplit } from '../../../domain/period/split.ts';
import type { Statement, StatementRow, TokenStatement } from '../../../domain/period/statement.ts';
import { homeBookOf } from '../../books/pricing/home.ts';
import {
  MOVEMENT_COLUMNS,
  STATEMENT_COLUMNS,
  STATEMENT_ROW_COLUMNS,
  type StatementFigure,
  VALUED_STATEMENT_COLUMNS,
} from '../../files/writing/columns/statement.ts';
import type { ExportJob } from '../../files/writing/export.ts';
import type { Provenance } from '../../files/writing/manifest.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { countStatementRows, eachStatementRow } from '../../mirror/period/statement/lines.ts';
import { homeNote } from './home.ts';
import { closeOf, lockedNotes, lockedProvenance } from './locked.ts';
import { proofsOf } from './mirror.ts';
import type { JobControl } from './pace.ts';
import { periodWords } from './reports.ts';
import { type ExportSource, sourceOf } from './source.ts';
import { UnitSums } from './sums.ts';
import type { ReportContext } from '../reports/context.ts';
import { eachLockedRow } from '../reports/locked-rows.ts';
import { runReport } from '../reports/reports.ts';

type Asked = Pick<ExportJob, 'profileId' | 'columns' | 'closeId'>;

const NO_LINK = 'Which invoices a withdrawal paid cannot be known: the API has no link between the two.';
const OPEN = 'Not closed: the figures may still change.';

/** The close that has locked what is asked for; null when it is open. */
export function closeOrNull(
  { books }: ReportContext,
  ident: { readonly profileId: string; readonly closeId: string | null },
): Close | null {
  const { profileId, closeId } = ident;
  return closeId === null ? null : closeOf(books, { profileId, closeId });
}

/** Of a closed period what was known when it was closed, else what is known now. */
function provenanceOf(
  mirror: MirrorReadContext,
  close: Close | null,
  { oldestReading, notes }: Pick<Provenance, 'oldestReading' | 'notes'>,
): Provenance {
  if (close === null) return { lists: proofsOf(mirror), oldestReading, notes: [OPEN, ...notes] };
  return { ...lockedProvenance(close), notes: [...lockedNotes(close), ...notes] };
}

/** The same with what its lines are worth in the home currency, where the business has one. */
export function valuedStatementSource(
  context: ReportContext,
  selection: SelectionOf<'statement'>,
  asked: Asked,
  control: JobControl,
): ExportSource {
  const { period } = selection;
  const { profileId, closeId = null } = asked;
  if (homeBookOf(context.books.database, profileId) === null)
    return statementSource(context, selection, asked, control);
  const { switches } = FIRST_MAPPING;
  const { home } = runReport(context, { kind: 'journal', profileId, period, closeId, switches }, control);
  return statementSource(context, selection, asked, control, home);
}

/** What a figure is worth; undefined of what is not valued. */
function homeOf(
  { currency, statement }: NonNullable<Journal['home']>,
  { token, figure, remark }: StatementFigure,
): StatementFigure['home'] {
  const isOfOne = figure === 'credits-by-currency';
  const found = valueOfLine(statement, {
    token,
    line: isOfOne ? 'credits' : figure,
    currency: isOfOne ? remark : null,
  });
  return found === undefined ? undefined : { value: knownValue(found), currency, unknown: found.unknown };
}

/** The figures of a statement, token by token, as it stands on screen or was locked. */
export function statementSource(
  context: ReportContext,
  { period, typed }: SelectionOf<'statement'>,
  { profileId, columns: titles, closeId = null }: Asked,
  control: JobControl,
  home: Journal['home'] = null,
): ExportSource {
  const close = closeOrNull(context, { profileId, closeId });
  const statement: Statement =
    close?.document.statement ?? runReport(context, { kind: 'statement', profileId, period, typed }, control);
  const figures = statement.tokens.flatMap(figuresOf);
  return sourceOf(home === null ? STATEMENT_COLUMNS : VALUED_STATEMENT_COLUMNS, titles, {
    total: figures.length,
    items: () => (home === null ? figures : figures.map((one) => ({ ...one, home: homeOf(home, one) }))),
    provenance: provenanceOf(context.mirror, close, {
      oldestReading: statement.oldestReading,
      notes: [...statementNotes(statement), ...(home === null ? [] : [homeNote(home.currency, period.timeZone)])],
    }),
  });
}

function statementNotes({ period, bounds, unreadable }: Statement): readonly string[] {
  return [
    `Days from ${period.from} on and before ${period.to} in ${period.timeZone}: ${bounds.from} to ${bounds.to} UTC.`,
    `${unreadable.invoices} invoices and ${unreadable.withdrawals} withdrawals could not be read: in no line.`,
    'The API does not tell the balance type of credits. Changes of closed months stand beside the calculated balance, not in it.',
    NO_LINK,
  ];
}

/** Every figure of a token’s statement, in the order of the sheet. */
export function figuresOf(statement: TokenStatement): readonly StatementFigure[] {
  const { token, opening, priorPeriodAdjustments: prior, broughtForward: brought } = statement;
  const figure = (name: string, amount: string | null, remark: string | null = null): StatementFigure => ({
    token,
    figure: name,
    amount,
    count: null,
    notShown: null,
    remark,
  });
  return [
    figure('opening', opening?.amount ?? null, opening?.source ?? null),
    ...statement.lines.map(({ kind, amount, count, notShown }) => ({
      token,
      figure: kind,
      amount,
      count,
      notShown,
      remark: null,
    })),
    ...statement.creditsByCurrency.map(({ currency, count, settledUsdt }) => ({
      ...figure('credits-by-currency', settledUsdt, currency),
      count,
    })),
    ...statement.withdrawalsByBalance.map(({ balanceType, actor, count, amount }) => ({
      ...figure('withdrawals-by-balance', amount, `${balanceType ?? 'not told'}, ${actor ?? 'not told'}`),
      count,
    })),
    figure('movement', statement.movement),
    figure('implied-closing', statement.impliedClosing, statement.noClosing),
    figure('typed-closing', statement.typedClosing),
    figure('difference', statement.difference),
    figure('reserved', statement.reserved),
    figure('available', statement.available),
    { ...figure('prior-period-adjustments', prior.amount), count: prior.count },
    { ...figure('adjustments-brought-forward', brought.amount), count: brought.count },
    ...(statement.split === null ? [] : splitFigures(figure, statement.split)),
  ];
}

function splitFigures(
  figure: (name: string, amount: string | null, remark?: string | null) => StatementFigure,
  { causes, items, unexplained, unplaced }: DifferenceSplit,
): readonly StatementFigure[] {
  return [
    ...causes.map(({ cause, count, amount }) => ({ ...figure(`difference: ${cause}`, amount), count })),
    { ...figure('difference: unexplained', unexplained), count: unplaced },
    ...items.map(({ kind, amount, day, ageDays, isCarried, text, evidence }) =>
      figure(
        `reconciling-item: ${kind}`,
        amount,
        `${day}, ${ageDays} days old${isCarried ? ', carried forward' : ''}: ${text}${evidence === null ? '' : ` (${evidence})`}`,
      ),
    ),
  ];
}

function countOf(rows: Iterable<unknown>): number {
  let count = 0;
  for (const _row of rows) count += 1;
  return count;
}

/** The rows behind a line of the statement, then their sum. */
export function statementRowsSource(
  context: ReportContext,
  { period, token, line }: SelectionOf<'statement-rows'>,
  { profileId, columns: titles, closeId = null }: Asked,
): ExportSource {
  const { mirror, books } = context;
  const close = closeOrNull(context, { profileId, closeId });
  const bounds = requireBounds(period);
  const query = { bounds, token, line };
  const all = (): IterableIterator<StatementRow> =>
    close === null
      ? eachStatementRow(mirror.database, query)
      : eachLockedRow(books.database, { closeId: close.id, token, line });
  const sums = new UnitSums(['amount']);
  function* rows() {
    sums.clear();
    for (const row of all()) {
      sums.add(row.token, { amount: row.amount });
      yield row;
    }
  }
  return sourceOf(STATEMENT_ROW_COLUMNS, titles, {
    total: close === null ? countStatementRows(mirror.database, query) : countOf(all()),
    items: () => rows(),
    totals: () => sums.totals('token'),
    provenance: provenanceOf(mirror, close, {
      oldestReading: null,
      notes: [`The line ${line}.`, periodWords(bounds), ...splitNotes(close), NO_LINK],
    }),
  });
}

function splitNotes(close: Close | null): readonly string[] {
  if (close === null || keepsSplits(close.document)) return [];
  return ['A close of form 1 keeps no balance type and no actor.'];
}

/** The movements of a token, a line a day, then their sum. */
export function movementsSource(
  context: ReportContext,
  { period, token }: SelectionOf<'movements'>,
  { profileId, columns: titles, closeId = null }: Asked,
  control: JobControl,
): ExportSource {
  const close = closeOrNull(context, { profileId, closeId });
  const columns = MOVEMENT_COLUMNS.map((column) =>
    column.type === 'day' ? { ...column, zone: period.timeZone } : column,
  );
  const days = runReport(context, { kind: 'movements', profileId, period, token, closeId }, control);
  const sums = new UnitSums(['credits', 'withdrawals', 'movement']);
  for (const { credits, withdrawals, movement } of days) sums.add(token, { credits, withdrawals, movement });
  const bounds = requireBounds(period);
  return sourceOf(columns, titles, {
    total: days.length,
    items: () => days.map((day) => ({ ...day, token })),
    totals: () => sums.totals('token'),
    provenance: provenanceOf(context.mirror, close, {
      oldestReading: null,
      notes: [
        periodWords(bounds),
        `Days of ${period.timeZone}. cumulative is no balance: what the period opened with is not in it.`,
        NO_LINK,
      ],
    }),
  });
}
