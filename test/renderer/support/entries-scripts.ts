/**
 * Scripted answers for the merchant's own books: entries of every outcome that can be matched by hand and taken back, their import and source, and
 * what the last import has changed. Not here: the server (scripted-engine.ts), imports as a screen.
 */
import type { CallOutput, ParsedInput } from '../../../src/contract/calls.ts';
import {
  type EntryRow,
  type HandMatch,
  type HandMatchRefusal,
  MATCH_OUTCOMES,
  type MatchOutcome,
  type SourceKind,
} from '../../../src/domain/ledger/entry.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { addMoney } from '../../../src/domain/kernel/money/money.ts';
import type { FindingKind } from '../../../src/domain/kernel/finding.ts';
import { exceptionAt, ME, type ScriptedReconciliation } from './reconciliation-scripts.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

const HOUR = 3_600_000;
const START = Date.now();

function before(milliseconds: number): string {
  return new Date(START - milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The id of the n-th entry. */
export function entryIdAt(index: number): string {
  return index.toString(16).padStart(32, '0');
}

const UNUSUAL: readonly MatchOutcome[] = [
  'within-tolerance',
  'amount-differs',
  'currency-differs',
  'missing-here',
  'duplicate',
  'expected',
  'fulfilled-not-paid',
  'paid-not-fulfilled',
  'not-compared',
];

const FINDING_OF: { readonly [Outcome in MatchOutcome]?: FindingKind } = {
  'amount-differs': 'entry-amount-differs',
  'currency-differs': 'entry-currency-differs',
  'missing-here': 'missing-here',
  duplicate: 'duplicate-entry',
  'fulfilled-not-paid': 'fulfilled-not-paid',
  'paid-not-fulfilled': 'paid-not-fulfilled',
};
const WITH_AMOUNTS: ReadonlySet<MatchOutcome> = new Set(['matched', 'within-tolerance', 'amount-differs']);
const WITHOUT_RECORD: ReadonlySet<MatchOutcome> = new Set(['missing-here', 'not-compared']);

/** The n-th entry of a list of any length; always the same. Two of three are matched, the others go through every outcome. */
export function entryAt(index: number, kind: SourceKind = 'orders'): EntryRow {
  const outcome: MatchOutcome = index % 3 === 0 ? (UNUSUAL[(index / 3) % UNUSUAL.length] ?? 'matched') : 'matched';
  const hex = index.toString(16).padStart(12, '0');
  const isOrder = kind === 'orders';
  const hasRecord = !WITHOUT_RECORD.has(outcome);
  const finding = FINDING_OF[outcome];
  const delta = outcome === 'matched' ? '0' : outcome === 'within-tolerance' ? '0.01' : '-12.5';
  return {
    id: entryIdAt(index),
    importId: 'import-2',
    sourceId: isOrder ? 'source-shop' : 'source-wallet',
    kind,
    line: index + 2,
    ident: isOrder ? `order-${String(index).padStart(5, '0')}` : `7c1f${hex}e09b44`,
    address: isOrder ? null : `TXk${hex}9pQ`,
    amount: `${100 + ((index * 37) % 2900)}.${String((index * 13) % 100).padStart(2, '0')}`,
    unit: isOrder ? (index % 5 === 0 ? 'PLN' : 'EUR') : 'USDT',
    at: before((index + 1) * HOUR),
    status: outcome === 'paid-not-fulfilled' ? 'cancelled' : 'fulfilled',
    direction: outcome === 'not-compared' ? 'out' : 'in',
    statusText: outcome === 'paid-not-fulfilled' ? 'Storniert' : 'Versendet',
    customer: isOrder ? `customer-${index % 9}` : null,
    memo: index % 4 === 0 ? 'Nachbestellung' : null,
    outcome,
    pass: !hasRecord
      ? null
      : outcome === 'matched'
        ? isOrder
          ? 'id-and-amount'
          : 'tx-hash'
        : outcome === 'within-tolerance'
          ? 'tolerance'
          : 'id',
    recordUuid: hasRecord ? `3f1c2b1e-0000-4000-8000-${hex}` : null,
    against: WITH_AMOUNTS.has(outcome) ? (isOrder ? 'amount' : 'amount_to_send') : null,
    delta: WITH_AMOUNTS.has(outcome) ? delta : null,
    changedAt: before(2 * HOUR),
    handMatchId: null,
    netUsdt:
      isOrder && hasRecord ? `${90 + ((index * 37) % 2900)}.${String((index * 7) % 100).padStart(2, '0')}0001` : null,
    exception:
      finding === undefined
        ? null
        : { id: `e-${index}`, state: 'open', assignee: index % 2 === 0 ? null : 'sam', reason: null, note: null },
  };
}

/** The import that the scripted entries came with. */
export function importAt(kind: SourceKind = 'orders'): CallOutput<'imports.get'>['import'] {
  return {
    id: 'import-2',
    sourceId: kind === 'orders' ? 'source-shop' : 'source-wallet',
    sourceName: kind === 'orders' ? 'Shop ledger' : 'Cold wallet',
    kind,
    fileName: kind === 'orders' ? 'orders-2026-10.csv' : 'wallet-2026-10.xlsx',
    sha256: 'a1'.repeat(32),
    bytes: 412_880,
    rows: 5_000,
    entries: 4_990,
    repeated: 7,
    rejected: 3,
    covers: { from: '2026-10-01', to: '2026-11-01' },
    format: FORMAT,
    mapping: MAPPING,
    at: before(2 * HOUR),
    osUser: ME,
  };
}

const FORMAT = {
  type: 'csv',
  encoding: 'windows-1252',
  separator: ';',
  sheet: null,
  headerLine: 1,
  decimal: ',',
  thousands: '.',
  dateOrder: 'dmy',
  timeZone: 'Europe/Berlin',
} as const;
const MAPPING: CallOutput<'imports.get'>['import']['mapping'] = {
  columns: { ident: 'Bestellnummer', amount: 'Betrag', unit: 'Währung', at: 'Datum', status: 'Status' },
  unit: null,
  amountMeaning: 'ordered',
  statusWords: { versendet: 'fulfilled', storniert: 'cancelled' },
  otherStatus: null,
};

/** What the scripted books hold; a test may change it while the screen is open. */
export interface ScriptedEntries {
  rows: EntryRow[];
  readonly handMatches: Map<string, HandMatch>;
  matchedAt: string | null;
  pending: boolean;
  /** What the next match by hand fails on. */
  refusal: HandMatchRefusal | null;
}

/** Answers the calls of entries; their exceptions lie with the others of `books`, where they are acted on. */
export function scriptEntries(
  engine: ScriptedEngine,
  books: ScriptedReconciliation | null,
  count = 0,
): ScriptedEntries {
  const made: ScriptedEntries = {
    rows: Array.from({ length: count }, (_, index) => entryAt(index)),
    handMatches: new Map(),
    matchedAt: count === 0 ? null : before(4 * 60_000),
    pending: false,
    refusal: null,
  };
  if (books !== null) books.rows = made.rows.flatMap((row) => exceptionsOf(row));
  const intents = new Map<string, HandMatch>();
  engine
    .on('entries.page', (input) => success(pageOf(made, books, input)))
    .on('entries.counts', ({ filter }) => success(countsOf(made, filter)))
    .on('entries.get', ({ id }) => {
      const entry = made.rows.find((row) => row.id === id);
      return entry === undefined
        ? failed({ kind: 'not-found', what: 'entry', ident: id })
        : success(detailOf(made, entry));
    })
    .on('entries.matchByHand', ({ intentId, kind, entries, records, note }, profile) => {
      const known = intents.get(intentId);
      if (known !== undefined) return success({ outcome: 'made', match: onWire(known) });
      if (made.refusal !== null) return success({ outcome: 'refused', reason: made.refusal, ident: 'order-00009' });
      const match: HandMatch = {
        id: `hand-match-${intents.size}`,
        kind,
        entries,
        records,
        note,
        at: before(0),
        osUser: ME,
      };
      intents.set(intentId, match);
      made.handMatches.set(match.id, match);
      made.rows = made.rows.map((row) =>
        entries.includes(row.id)
          ? {
              ...row,
              handMatchId: match.id,
              outcome: 'matched',
              pass: 'by-hand',
              recordUuid: records[0] ?? null,
              delta: '0',
              exception: null,
            }
          : row,
      );
      engine.push('books.changed', { kinds: ['entries'] }, profile ?? null);
      return success({ outcome: 'made', match: onWire(match) });
    })
    .on('entries.unmatch', ({ id }, profile) => {
      made.handMatches.delete(id);
      made.rows = made.rows.map((row, index) => (row.handMatchId === id ? { ...entryAt(index), id: row.id } : row));
      engine.push('books.changed', { kinds: ['entries'] }, profile ?? null);
      return success({});
    });
  return made;
}

/** The sources that the scripted entries are of. */
export function scriptSources(engine: ScriptedEngine, books: ScriptedEntries): void {
  const source = {
    updatedAt: before(40 * HOUR),
    lastImportAt: before(20 * HOUR),
    format: FORMAT,
    mapping: MAPPING,
    tolerances: { EUR: '0.05' },
  };
  engine
    .on('sources.list', () =>
      success({
        sources: [
          {
            ...source,
            id: 'source-shop',
            name: 'Shop ledger',
            kind: 'orders',
            imports: books.rows.length > 0 ? 2 : 0,
            entries: books.rows.length,
          },
          { ...source, id: 'source-wallet', name: 'Cold wallet', kind: 'wallet', imports: 0, entries: 0 },
        ],
      }),
    )
    .on('imports.get', () =>
      success({
        import: importAt(),
        outcomes: [],
        rejectsByReason: {},
        handMatches: books.handMatches.size,
        repeatedBy: [],
      }),
    );
}

function exceptionsOf({ id, ident, outcome, exception, unit, amount, statusText }: EntryRow) {
  const kind = outcome === null ? undefined : FINDING_OF[outcome];
  if (exception === null || kind === undefined) return [];
  return [
    {
      ...exceptionAt(0),
      id: exception.id,
      kind,
      list: 'entries' as const,
      recordUuid: id,
      label: ident,
      unit,
      state: exception.state,
      assignee: exception.assignee,
      reason: exception.reason,
      note: exception.note,
      reopened: 0,
      evidence: {
        'entry.source': 'Shop ledger',
        'entry.file': 'orders-2026-10.csv',
        'entry.ident': ident,
        'entry.amount': amount,
        'entry.unit': unit,
        'entry.status': statusText,
        ...(kind === 'missing-here'
          ? {
              hint: 'An invoice has nearly this id',
              'hint.uuid': '3f1c2b1e-0000-4000-8000-000000000005',
              'hint.ident': 'order-1055',
            }
          : {
              'record.uuid': '3f1c2b1e-0000-4000-8000-000000000005',
              'record.ident': ident,
              'record.amount': '112.50',
              'record.unit': unit,
              'record.status': 'success',
            }),
      },
    },
  ];
}

type Filter = NonNullable<ParsedInput<'entries.page'>['filter']>;

function matching(rows: readonly EntryRow[], filter: Filter): readonly EntryRow[] {
  const has = <Value>(wanted: readonly Value[] | undefined, value: Value): boolean =>
    wanted === undefined || wanted.includes(value);
  const is = (wanted: string | undefined, value: string | null): boolean => wanted === undefined || wanted === value;
  return rows.filter(
    (row) =>
      is(filter.kind, row.kind) &&
      is(filter.sourceId, row.sourceId) &&
      is(filter.importId, row.importId) &&
      is(filter.recordUuid, row.recordUuid) &&
      has(filter.outcome, row.outcome ?? 'unmatched-yet') &&
      has(filter.unit, row.unit) &&
      (filter.pass === undefined || (row.pass !== null && filter.pass.includes(row.pass))) &&
      `${row.ident} ${row.address} ${row.customer} ${row.memo}`
        .toLowerCase()
        .includes((filter.text ?? '').toLowerCase()),
  );
}

function pageOf(
  made: ScriptedEntries,
  books: ScriptedReconciliation | null,
  { filter, offset, limit }: ParsedInput<'entries.page'>,
): CallOutput<'entries.page'> {
  const rows = matching(made.rows, filter);
  const sum = (of: readonly (string | null)[]): string =>
    of.reduce<string>((all, one) => addMoney(all, one ?? '0'), '0');
  return {
    rows: rows.slice(offset, offset + limit).map((row) => ({ ...row, exception: triageOf(row, books) })),
    total: rows.length,
    totals: [...new Set(rows.map(({ unit }) => unit))].map((unit) => {
      const of = rows.filter((row) => row.unit === unit);
      const compared = of.filter(({ delta }) => delta !== null);
      return {
        unit,
        count: of.length,
        amount: sum(of.map(({ amount }) => amount)),
        compared: compared.length,
        delta: sum(compared.map(({ delta }) => delta)),
      };
    }),
  };
}

/** As people left it among the exceptions. */
function triageOf({ exception }: EntryRow, books: ScriptedReconciliation | null): EntryRow['exception'] {
  const acted = books?.rows.find(({ id }) => id === exception?.id);
  if (exception === null || acted === undefined) return exception;
  const { id, state, assignee, reason, note } = acted;
  return { id, state, assignee, reason, note };
}

function countsOf({ rows, matchedAt, pending }: ScriptedEntries, filter: Filter = {}): CallOutput<'entries.counts'> {
  const counted = matching(rows, { ...filter, outcome: undefined });
  const of = (outcome: MatchOutcome | null) => counted.filter((row) => row.outcome === outcome).length;
  return {
    total: counted.length,
    outcomes: [...MATCH_OUTCOMES, null].map((outcome) => ({ outcome, count: of(outcome) })),
    units: [...new Set(counted.map(({ unit }) => unit))].map((unit) => ({
      unit,
      count: counted.filter((row) => row.unit === unit).length,
    })),
    matchedAt,
    pending,
  };
}

function detailOf(made: ScriptedEntries, row: EntryRow): CallOutput<'entries.get'> {
  const entry = row;
  const { exception } = row;
  const at = made.rows.indexOf(row);
  const [before, after] = [made.rows[at - 1], made.rows[at + 1]];
  const match = entry.handMatchId === null ? null : (made.handMatches.get(entry.handMatchId) ?? null);
  const uuids = match?.records ?? (entry.recordUuid === null ? [] : [entry.recordUuid]);
  return {
    entry,
    import: importAt(entry.kind),
    tolerance: entry.unit === 'EUR' ? '0.05' : null,
    records: uuids.map((uuid) => recordOf(row, uuid)),
    handMatch: match === null ? null : onWire(match),
    // The next one holds instead of it.
    replacedBy:
      entry.outcome === 'replaced' && after !== undefined
        ? { entry: withoutException(after), import: importAt(entry.kind) }
        : null,
    replaces: before?.outcome === 'replaced' ? [withoutException(before)] : [],
    others: made.rows
      .filter(({ id, handMatchId, ident, outcome }) => {
        const isTogether = match !== null && handMatchId === match.id;
        return (
          id !== entry.id &&
          (isTogether || (row.outcome === 'duplicate' && outcome === 'matched' && ident === made.rows[1]?.ident))
        );
      })
      .map(withoutException),
    exceptionId: exception?.id ?? null,
  };
}

function withoutException(row: EntryRow) {
  const { exception, ...entry } = row;
  return exception === row.exception ? entry : row;
}

function recordOf(row: EntryRow, uuid: string): CallOutput<'entries.get'>['records'][number] {
  const isOrder = row.kind === 'orders';
  const amount = row.delta === null ? row.amount : addMoney(row.amount, negated(row.delta));
  const unit = row.outcome === 'currency-differs' ? 'CZK' : row.unit;
  return {
    list: isOrder ? 'invoices' : 'withdrawals',
    uuid,
    ident: isOrder ? row.ident : row.address,
    status:
      row.outcome === 'expected'
        ? 'pending'
        : row.outcome === 'fulfilled-not-paid'
          ? 'expired'
          : isOrder
            ? 'success'
            : 'approved',
    amounts: isOrder
      ? [
          { field: 'amount', amount, unit },
          { field: 'settled_amount_usdt', amount: '93.100000', unit: 'USDT' },
        ]
      : [{ field: 'amount_to_send', amount, unit }],
    at: row.at,
    txHash: isOrder ? null : row.ident,
    customerId: row.customer,
    missingSince: null,
  };
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

function onWire(match: HandMatch): CallOutput<'entries.get'>['handMatch'] & object {
  return { ...match, entries: [...match.entries], records: [...match.records] };
}
