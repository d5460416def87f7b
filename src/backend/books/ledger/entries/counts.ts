// How many entries there are, and their sums: from the tallies of their imports wherever the filter asks for nothing
// else, so that a million costs what a hundred does; otherwise row by row.
import { type EntryFilter, MATCH_OUTCOMES, type MatchOutcome } from '../../../../domain/ledger/entry.ts';
import { addMoney, canonicalMoney, MoneySum, subtractMoney } from '../../../../domain/kernel/money/money.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  readInteger,
  readText,
  readTextOrNull,
} from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { VersionedMemo } from '../../../sqlite/memo.ts';
import type { BooksContext } from '../../kernel/context.ts';
import {
  type EntryQuery,
  type EntryRows,
  isTallied,
  type ReachedEntries,
  reachedImports,
  rowsAmong,
  rowsOf,
} from './query.ts';
import { foundTexts } from './texts.ts';

/** Units that the totals and counts carry. */
const MAX_UNITS = 200;

export interface UnitTotals {
  readonly unit: string;
  readonly count: number;
  readonly amount: string;
  /** Entries that could be compared, and Σ delta of those, exact. */
  readonly compared: number;
  readonly delta: string;
}

export interface EntryTotals {
  readonly total: number;
  /** The most first, at most 200. */
  readonly totals: readonly UnitTotals[];
}

/** Of a query. For read connections. Throws FailureError `invalid-input`. */
export function totalsOf(database: SqliteDatabase, query: EntryQuery, reached: readonly ReachedEntries[]): EntryTotals {
  const groups = groupsOf(database, query, reached);
  const byUnit = new Map<
    string,
    { count: number; compared: number; readonly amount: MoneySum; readonly delta: MoneySum }
  >();
  let total = 0;
  for (const { unit, count, amount, compared, delta } of groups) {
    total += count;
    const sum = byUnit.get(unit) ?? { count: 0, compared: 0, amount: new MoneySum(), delta: new MoneySum() };
    sum.count += count;
    sum.compared += compared;
    sum.amount.add(amount);
    sum.delta.add(delta);
    byUnit.set(unit, sum);
  }
  const totals = [...byUnit].map(([unit, { count, amount, compared, delta }]) => ({
    unit,
    count,
    amount: canonicalMoney(amount.total()),
    compared,
    delta: canonicalMoney(delta.total()),
  }));
  return { total, totals: totals.toSorted(mostFirst).slice(0, MAX_UNITS) };
}

export interface EntryCounts {
  readonly total: number;
  /** In the order of the closed union, those that occur; null: never matched. */
  readonly outcomes: readonly { readonly outcome: MatchOutcome | null; readonly count: number }[];
  /** Of the filter without what it says of units. The most first, at most 200. */
  readonly units: readonly { readonly unit: string; readonly count: number }[];
}

/** `entries.counts`: `total` and outcomes of the filter without what it says of outcomes. Throws FailureError `invalid-input`. */
export function entryCounts({ database }: BooksContext, query: Omit<EntryQuery, 'sort'>): EntryCounts {
  const { outcome, unit, ...rest } = query.filter;
  const open = { ...query, filter: rest, sort: [] };
  const groups = groupsOf(database, open, reachedImports(database, open));
  const ofUnits = groups.filter((group) => isIn(unit, group.unit));
  const ofOutcomes = groups.filter((group) => isIn(outcome, group.outcome ?? 'unmatched-yet'));
  const outcomes = countedBy(ofUnits, (group) => group.outcome);
  const units = [...countedBy(ofOutcomes, (group) => group.unit)].map(([name, count]) => ({ unit: name, count }));
  return {
    total: ofUnits.reduce((sum, { count }) => sum + count, 0),
    outcomes: [...MATCH_OUTCOMES, null].flatMap((word) => {
      const count = outcomes.get(word) ?? 0;
      return count === 0 ? [] : [{ outcome: word, count }];
    }),
    units: units.toSorted(mostFirst).slice(0, MAX_UNITS),
  };
}

interface Group extends UnitTotals {
  readonly outcome: MatchOutcome | null;
}

/** Groups, and where their entries lie: null of more than so many. */
interface Counted {
  readonly groups: readonly Group[];
  readonly places: readonly (readonly [seq: number, line: number])[] | null;
}
const MOST_PLACES = 1_000;

const memos = new WeakMap<SqliteDatabase, VersionedMemo<Counted>>();

/** Where the entries lie that were counted row by row, in no order; null where they are many, or nothing had to be counted. */
export function countedPlaces(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
): Counted['places'] {
  return isTallied(query.filter) ? null : countedOf(database, query, reached).places;
}

/** Counts and sums by outcome and unit. What has to be counted row by row is kept until somebody has written. */
function groupsOf(database: SqliteDatabase, query: EntryQuery, reached: readonly ReachedEntries[]): readonly Group[] {
  if (isTallied(query.filter)) return talliedGroups(database, query.filter, reached);
  return countedOf(database, query, reached).groups;
}

function countedOf(database: SqliteDatabase, query: EntryQuery, reached: readonly ReachedEntries[]): Counted {
  const memo = memos.get(database) ?? new VersionedMemo<Counted>(database);
  memos.set(database, memo);
  const { profileId, filter, idents } = query;
  const count = (): Counted =>
    countedByText(database, query, reached) ?? countedGroups(database, [rowsOf(query, reached)]);
  return memo.get(JSON.stringify([profileId, filter, idents]), count);
}

/** Of more than one in so many entries all are looked at in the order in which they lie. */
const MANY = 4;

/**
 * By the entries that have its text, or by those that lack it: what the tallies say without those, where nothing else is asked for. Null where it has
 * none, or where that is no shorter way.
 */
function countedByText(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
): Counted | null {
  const { text = '', ...rest } = query.filter;
  if (rest.recordUuid !== undefined || rest.ids !== undefined) return null;
  const seqs = reached.map(({ seq }) => seq);
  const found = foundTexts(database, text, seqs);
  if (found === null || (found.isLacking && !isTallied(rest))) return null;
  const all = talliedGroups(database, {}, reached).reduce((sum, { count }) => sum + count, 0);
  if (found.count > all / MANY) return null;
  const rows = reached.flatMap((one) => {
    const lines = found.lines.get(one.seq) ?? [];
    return lines.length === 0 ? [] : [rowsAmong(query, one, lines)];
  });
  const counted = countedGroups(database, rows);
  if (!found.isLacking) return counted;
  return { groups: without(talliedGroups(database, rest, reached), counted.groups), places: null };
}

/** What is left of groups without these. */
function without(groups: readonly Group[], gone: readonly Group[]): readonly Group[] {
  const left = new Map<string, Group>();
  const add = (group: Group): void => {
    const key = `${group.outcome ?? ''}\u001f${group.unit}`;
    const known = left.get(key);
    const sum = {
      count: (known?.count ?? 0) + group.count,
      amount: addMoney(known?.amount ?? '0', group.amount),
      compared: (known?.compared ?? 0) + group.compared,
      delta: addMoney(known?.delta ?? '0', group.delta),
    };
    left.set(key, { ...group, ...sum });
  };
  for (const group of groups) add(group);
  for (const { count, amount, compared, delta, ...group } of gone)
    add({
      ...group,
      count: -count,
      amount: subtractMoney('0', amount),
      compared: -compared,
      delta: subtractMoney('0', delta),
    });
  return [...left.values()].filter(({ count }) => count > 0);
}

function talliedGroups(
  database: SqliteDatabase,
  filter: EntryFilter,
  reached: readonly ReachedEntries[],
): readonly Group[] {
  const sql = `SELECT outcome, pass, unit, count, amount, compared, delta FROM entry_tallies
    WHERE import_seq IN (SELECT value FROM json_each(?))`;
  return database.all(sql, JSON.stringify(reached.map(({ seq }) => seq))).flatMap((row) => {
    const outcome = outcomeOf(readText(row, 'outcome'));
    const unit = readText(row, 'unit');
    const isMeant =
      isIn(filter.outcome, outcome ?? 'unmatched-yet') &&
      isIn(filter.pass, readText(row, 'pass')) &&
      isIn(filter.unit, unit);
    if (!isMeant) return [];
    return [
      {
        outcome,
        unit,
        count: readInteger(row, 'count'),
        amount: readText(row, 'amount'),
        compared: readInteger(row, 'compared'),
        delta: readText(row, 'delta'),
      },
    ];
  });
}

interface Sums extends Pick<Group, 'outcome' | 'unit'> {
  count: number;
  compared: number;
  readonly amount: MoneySum;
  readonly delta: MoneySum;
}

function countedGroups(database: SqliteDatabase, rows: readonly EntryRows[]): Counted {
  const places: (readonly [number, number])[] = [];
  const groups = new Map<string, Sums>();
  for (const { from, sql, parameters } of rows) {
    const cellsOf = `SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM ${from} ${sql}`;
    for (const cells of database.iterate(cellsOf, ...parameters)) {
      if (places.length <= MOST_PLACES) places.push([cellInteger(cells[4]), cellInteger(cells[5])]);
      addTo(groups, cells);
    }
  }
  const sums = [...groups.values()].map(({ amount, delta, ...group }) => ({
    ...group,
    amount: amount.total(),
    delta: delta.total(),
  }));
  return { groups: sums, places: places.length > MOST_PLACES ? null : places };
}

/** An entry as outcome, unit, amount, delta. */
function addTo(groups: Map<string, Sums>, cells: readonly unknown[]): void {
  const [outcome, unit] = [cellTextOrNull(cells[0]), cellText(cells[1])];
  const key = `${outcome ?? ''}\u001f${unit}`;
  const fresh = { outcome: outcomeOf(outcome ?? ''), unit, count: 0, compared: 0 };
  const group = groups.get(key) ?? { ...fresh, amount: new MoneySum(), delta: new MoneySum() };
  if (group.count === 0) groups.set(key, group);
  group.count += 1;
  group.amount.add(cellText(cells[2]));
  const delta = cellTextOrNull(cells[3]);
  if (delta === null) return;
  group.compared += 1;
  group.delta.add(delta);
}

/** Of each import of a tallied filter how many entries are meant, and how many it has. */
export function tallyByImport(
  database: SqliteDatabase,
  filter: EntryFilter,
): (seq: number) => { readonly meant: number; readonly all: number } {
  return (seq) => {
    let [meant, all] = [0, 0];
    for (const row of database.all('SELECT outcome, pass, unit, count FROM entry_tallies WHERE import_seq = ?', seq)) {
      const count = readInteger(row, 'count');
      all += count;
      const outcome = readText(row, 'outcome');
      const isMeant =
        isIn(filter.outcome, outcome === '' ? 'unmatched-yet' : outcome) &&
        isIn(filter.pass, readTextOrNull(row, 'pass') ?? '') &&
        isIn(filter.unit, readText(row, 'unit'));
      if (isMeant) meant += count;
    }
    return { meant, all };
  };
}

/** As a filter understands a list of words: an empty one means any. */
function isIn(words: readonly string[] | undefined, word: string): boolean {
  return words === undefined || words.length === 0 || words.includes(word);
}

function outcomeOf(word: string): MatchOutcome | null {
  return MATCH_OUTCOMES.find((known) => known === word) ?? null;
}

function countedBy<Word>(groups: readonly Group[], of: (group: Group) => Word): ReadonlyMap<Word, number> {
  const counts = new Map<Word, number>();
  for (const group of groups) counts.set(of(group), (counts.get(of(group)) ?? 0) + group.count);
  return counts;
}

/** Ties by name, so that an order is one. */
function mostFirst(left: { readonly unit: string; readonly count: number }, right: typeof left): number {
  return right.count - left.count || (left.unit < right.unit ? -1 : 1);
}
