// Which entries a list is about, and in which order, as SQL.
import { type EntryFilter, type EntrySortField, SOURCE_KINDS } from '../../../../domain/ledger/entry.ts';
import type { Sort } from '../../../../domain/kernel/list.ts';
import { canonicalMoney } from '../../../../domain/kernel/money/money.ts';
import { instantKey } from '../../../../domain/kernel/time/time.ts';
import { readInteger, readText } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { type RowOf, rowReader, word } from '../../../sqlite/rows.ts';
import { keyOfText } from './keys.ts';
import { FilterTerms } from '../../kernel/filter-terms.ts';
import type { Where } from '../../../sqlite/terms.ts';

export interface EntryQuery {
  readonly profileId: string;
  readonly filter: EntryFilter;
  readonly sort: readonly Sort<EntrySortField>[];
  /** With a filter by record: what entries can call it, by which they are found. */
  readonly idents?: readonly string[] | undefined;
}

/** An import that the list reaches into. */
const REACHED = { seq: readInteger, id: readText, sourceId: readText, kind: word(SOURCE_KINDS) };
export type ReachedEntries = RowOf<typeof REACHED>;
const readReached = rowReader(REACHED);

/** The imports of a query, in the order of their places. */
export function reachedImports(database: SqliteDatabase, { profileId, filter }: EntryQuery): readonly ReachedEntries[] {
  const terms = new FilterTerms();
  terms.add('i.profile_id = ?', profileId);
  terms.add(`i.state = 'done'`);
  if (filter.kind !== undefined) terms.add('s.kind = ?', filter.kind);
  if (filter.sourceId !== undefined) terms.add('i.source_id = ?', filter.sourceId);
  if (filter.importId !== undefined) terms.add('i.id = ?', filter.importId);
  const { sql, parameters } = terms.where();
  const from = 'SELECT i.seq, i.id, i.source_id, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id';
  return database.all(`${from} ${sql} ORDER BY i.seq`, ...parameters).map(readReached);
}

/** Is all that the filter asks for in the tallies? Then nothing has to be counted. */
export function isTallied({ text, from, to, recordUuid, amount, ids }: EntryFilter): boolean {
  const isOfAmount = amount?.from !== undefined || amount?.to !== undefined;
  return (
    [text === '' ? undefined : text, from, to, recordUuid, ids].every((asked) => asked === undefined) && !isOfAmount
  );
}

/**
 * Does the filter ask only for outcomes of the index that has what people look for? A term of its own tells SQLite so; `matched` and what no run has
 * looked at are nearly all there is, and lie in the table.
 */
export function isUnlike({ outcome }: EntryFilter): boolean {
  return (
    outcome !== undefined &&
    outcome.length > 0 &&
    !outcome.some((word) => word === 'matched' || word === 'unmatched-yet')
  );
}

/** Where the rows lie, and which of them are meant. Columns of `e`. */
export interface EntryRows extends Where {
  readonly from: string;
}

/** What a text is looked for in. */
const TEXTS = ['e.ident', 'e.address', 'e.customer', 'e.memo'] as const;

/** The rows of a query within these imports. Throws FailureError `invalid-input`. */
export function rowsOf(query: EntryQuery, reached: readonly ReachedEntries[]): EntryRows {
  const { filter } = query;
  const terms = new FilterTerms();
  const [only] = reached;
  // Of one import the rows come in the order of its lines.
  if (reached.length === 1 && only !== undefined) terms.add('e.import_seq = ?', only.seq);
  else terms.add('e.import_seq IN (SELECT value FROM json_each(?))', JSON.stringify(reached.map(({ seq }) => seq)));
  addOutcome(terms, filter.outcome);
  const isByIndex = isUnlike(filter) && filter.recordUuid === undefined;
  if (isByIndex) terms.add(`e.outcome <> 'matched'`);
  terms.ids('e.id', filter.ids);
  terms.oneOf('e.pass', filter.pass);
  terms.oneOf('e.unit', filter.unit);
  terms.amount(filter.amount, [
    ['amount', (operator, bound) => compared('e.amount', operator, bound)],
    ['difference', (operator, bound) => compared(SIZE, operator, bound)],
  ]);
  if (filter.recordUuid !== undefined) terms.add('e.record_uuid = ?', filter.recordUuid);
  terms.contains(TEXTS, filter.text);
  terms.bound('e.at_key >= ?', 'filter.from', filter.from, instantKey);
  terms.bound('e.at_key < ?', 'filter.to', filter.to, instantKey);
  const { sql, parameters } = terms.where();
  const found = filter.recordUuid === undefined ? null : candidates(query, filter.recordUuid);
  if (found === null) return { from: isByIndex ? BY_INDEX : 'entries AS e', sql, parameters };
  return { from: found.sql, sql, parameters: [...found.parameters, ...parameters] };
}

/** The rows of a query without its text among these lines of one import. Throws FailureError `invalid-input`. */
export function rowsAmong(query: EntryQuery, one: ReachedEntries, lines: readonly number[]): EntryRows {
  const { text: _found, ...rest } = query.filter;
  const { sql, parameters } = rowsOf({ ...query, filter: rest }, [one]);
  const from = 'json_each(?) AS f CROSS JOIN entries AS e NOT INDEXED';
  return { from, sql: `${sql} AND e.line = f.value`, parameters: [JSON.stringify(lines), ...parameters] };
}

const BY_INDEX = 'entries AS e INDEXED BY entries_unlike';

function addOutcome(terms: FilterTerms, outcomes: EntryFilter['outcome']): void {
  if (outcomes === undefined || outcomes.length === 0) return;
  const words = outcomes.filter((word) => word !== 'unmatched-yet');
  if (words.length === outcomes.length) return terms.oneOf('e.outcome', words);
  if (words.length === 0) return terms.add('e.outcome IS NULL');
  return terms.add(`(e.outcome IS NULL OR e.outcome IN (${words.map(() => '?').join(', ')}))`, ...words);
}

/** Entries that may be of the record: those that call it so, and those that a person has matched with it. */
function candidates({ idents = [] }: EntryQuery, recordUuid: string): Where {
  const keys = [recordUuid, ...idents].map(keyOfText);
  return {
    sql: `(SELECT import_seq, line FROM entry_keys WHERE key IN (${keys.map(() => '?').join(', ')})
      UNION SELECT h.import_seq, h.line FROM hand_match_records AS r JOIN hand_match_entries AS h ON h.match_id = r.match_id
        WHERE r.record_uuid = ?) AS c CROSS JOIN entries AS e ON e.import_seq = c.import_seq AND e.line = c.line`,
    parameters: [...keys, recordUuid],
  };
}

/** An order of amounts without a column for it: canonical ones that are not negative follow the length of their whole part, then their text. */
const byAmount = (amount: string): readonly string[] => [`instr(${amount} || '.', '.')`, amount];

/** The same order against a bound; below zero there is none of them. */
function compared(amount: string, operator: '>=' | '<=', bound: string): Where {
  const text = canonicalMoney(bound);
  if (text.startsWith('-')) return { sql: operator === '>=' ? `${amount} IS NOT NULL` : '0', parameters: [] };
  return {
    sql: `(${byAmount(amount).join(', ')}) ${operator} (?, ?)`,
    parameters: [`${text}.`.indexOf('.') + 1, text],
  };
}

const SIZE = `ltrim(e.delta, '-')`;

const TERMS: Readonly<Record<EntrySortField, readonly string[]>> = {
  line: ['e.import_seq', 'e.line'],
  at: ['e.at_key'],
  amount: byAmount('e.amount'),
  delta: ['e.delta_key'],
  absDelta: byAmount(SIZE),
  ident: ['e.ident'],
};

interface OrderTerm {
  readonly term: string;
  readonly isDown: boolean;
}

/**
 * "ORDER BY …": missing values last in both directions; place in the books between equals, so that no two rows are equal, which is turned round with the
 * order: so one tree has it both ways. Without a wish the latest import first, its lines as the file has them. `isReversed`: the same from its end.
 */
export function orderOf(sort: readonly Sort<EntrySortField>[], isReversed: boolean): string {
  const isTurned = sort[0]?.direction === 'desc';
  const wanted: readonly OrderTerm[] = [
    ...sort.flatMap(({ by, direction }) => TERMS[by].map((term) => ({ term, isDown: direction === 'desc' }))),
    { term: 'e.import_seq', isDown: sort.length === 0 || isTurned },
    { term: 'e.line', isDown: isTurned },
  ];
  const terms = wanted.map(({ term, isDown }) => {
    return `${term} ${isDown === isReversed ? 'ASC' : 'DESC'} NULLS ${isReversed ? 'FIRST' : 'LAST'}`;
  });
  return `ORDER BY ${terms.join(', ')}`;
}
