/**
 * The bare queries behind the lists of a large business, as the reader's thread runs them, in one process: every order that a screen offers in both
 * directions at its first, middle and last rows; texts of one, two and three letters; totals under filters. Each is asked after a commit, when nothing is
 * remembered, and then again, in processor time. Not here: threads, frames and screens.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { ReaderHost } from '../../src/backend/workers/threads/hosts.ts';
import { booksPath, mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { BOOKS } from '../../src/backend/workers/threads/protocol.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { ledgerFolder } from '../support/ledger-engine.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, percentile } from '../support/stats.ts';

const MOST_MS = { sorts: 50, texts: 100, totals: 150 } as const;
const LIMIT = 100;
/** Times that each is asked again with nothing written. */
const AGAIN = 2;

interface List {
  readonly name: string;
  readonly command: string;
  readonly isOfBooks?: boolean;
  readonly beside: object;
  /** What its screen sorts by. */
  readonly sorts: readonly string[];
}

const LISTS: readonly List[] = [
  {
    name: 'invoices',
    command: 'invoices.page',
    beside: {},
    sorts: [
      'created_at',
      'finished_at',
      'amount',
      'settled_amount_usdt',
      'external_id',
      'status',
      'expires_at',
      'payment_method',
      'customer_id',
    ],
  },
  {
    name: 'withdrawals',
    command: 'withdrawals.page',
    beside: {},
    sorts: [
      'created_at',
      'status',
      'amount',
      'network_commission',
      'amount_to_send',
      'network',
      'address',
      'processed_at',
    ],
  },
  {
    name: 'deliveries',
    command: 'deliveryList.page',
    beside: { acknowledged: [] },
    sorts: [
      'finishedAt',
      'externalId',
      'state',
      'httpCode',
      'attempts',
      'lastAttemptAt',
      'nextAttemptAt',
      'host',
      'event',
      'deliveredAt',
    ],
  },
  {
    name: 'entries',
    command: 'entries.page',
    isOfBooks: true,
    beside: { profileId: PROFILE, idents: [] },
    sorts: ['line', 'at', 'amount', 'absDelta', 'ident'],
  },
];

const MONTH = { from: '2026-05-31T22:00:00Z', to: '2026-06-30T22:00:00Z' };
const DAY = { from: '2026-06-14T22:00:00Z', to: '2026-06-15T22:00:00Z' };

const TEXTS = ['o', 'z', '7', 'ö', 'or', 'z9', 'qx', '47', 'ord', 'zqx', '471', 'card', 'order-4711', 'blik'];
const ENTRY_TEXTS = ['o', 'z', 'ö', 'or', 'qx', 'ord', 'paczkomat', 'order-4711'];

interface Question {
  readonly words: string;
  readonly limit: number;
  readonly ask: () => unknown;
}

interface Answered extends Question {
  readonly cold: number;
  readonly again: number;
}

export const lists: BenchRow = {
  name: 'lists',
  about: 'the bare queries of the lists: every order at any depth, short texts, totals, after a commit and again',
  run: async (options) => {
    const folder = await ledgerFolder(await millionFolder(options), options);
    for (const path of [mirrorPath(folder, PROFILE), booksPath(folder)]) readThrough(path);
    const host = new ReaderHost(folder);
    const touched = touching(folder);
    try {
      const lines: Line[] = [];
      for (const list of LISTS) lines.push(verdict(`${list.name}: any order`, ordersOf(host, list), touched, options));
      for (const list of LISTS)
        lines.push(verdict(`${list.name}: texts of one to ten letters`, textsOf(host, list), touched, options));
      lines.push(verdict('invoices: totals', totalsOf(host), touched, options));
      lines.push(verdict('entries: totals', entryTotals(host), touched, options));
      return lines;
    } finally {
      touched.close();
      host.close();
    }
  },
};

/** Whether the system has a file's pages in memory is no matter of the first question. Before it is opened as a database (prepareFile of database.ts says why). */
function readThrough(path: string): void {
  const piece = Buffer.alloc(1_048_576);
  const descriptor = openSync(path, 'r');
  try {
    while (readSync(descriptor, piece) > 0);
  } finally {
    closeSync(descriptor);
  }
}

/** Commits something that no list shows, in both files. */
function touching(folder: string): { readonly now: () => void; readonly close: () => void } {
  const open = (path: string, file: 'mirror' | 'books') =>
    SqliteDatabase.open({ path, file, mode: 'read-write', synchronous: 'NORMAL' });
  const files = [open(mirrorPath(folder, PROFILE), 'mirror'), open(booksPath(folder), 'books')];
  return {
    now: () => {
      files[0]?.run('UPDATE list_state SET seen = seen');
      files[1]?.run('UPDATE settings SET value = value');
    },
    close: () => {
      for (const file of files) file.close();
    },
  };
}

function reading(
  host: ReaderHost,
  { command, isOfBooks = false, beside }: Omit<List, 'name' | 'sorts'>,
  asked: object,
) {
  return host.handle({
    kind: 'run',
    database: isOfBooks ? BOOKS : PROFILE,
    effect: 'read',
    command,
    input: { filter: {}, sort: [], offset: 0, limit: LIMIT, ...beside, ...asked },
  });
}

function ordersOf(host: ReaderHost, list: List): readonly Question[] {
  const total = Number(fieldOf(reading(host, list, {}), 'total'));
  const depths = { first: 0, middle: Math.floor(total / 2), last: Math.max(0, total - LIMIT) };
  return list.sorts.flatMap((by) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      Object.entries(depths).map(([depth, offset]) => ({
        words: `${by} ${direction}, ${depth}`,
        limit: MOST_MS.sorts,
        ask: () => reading(host, list, { sort: [{ by, direction }], offset }),
      })),
    ),
  );
}

function textsOf(host: ReaderHost, list: List): readonly Question[] {
  const texts = list.isOfBooks === true ? ENTRY_TEXTS : TEXTS;
  return texts.map((text) => ({
    words: `"${text}"`,
    limit: MOST_MS.texts,
    ask: () => reading(host, list, { filter: { text } }),
  }));
}

function totalsOf(host: ReaderHost): readonly Question[] {
  const filters: Readonly<Record<string, object>> = {
    everything: {},
    'one status': { status: ['success'] },
    'two statuses': { status: ['success', 'expired'] },
    'one currency': { currency: ['PLN'] },
    'one method': { method: 'BLIK' },
    'a day, created': { createdFrom: DAY.from, createdTo: DAY.to },
    'a month, created': { createdFrom: MONTH.from, createdTo: MONTH.to },
    'a month, finished': { finishedFrom: MONTH.from, finishedTo: MONTH.to },
    'half a year of one status': { createdFrom: '2026-01-01', createdTo: '2026-07-01', status: ['success'] },
    'a customer': { customerId: 'customer-4711' },
    adjusted: { adjusted: true },
    'an amount': { amount: { from: '100', to: '120' } },
    'a text': { text: 'order-4711' },
    'a common text': { text: 'card' },
  };
  const list = { command: 'invoices.totals', beside: {} };
  return Object.entries(filters).map(([words, filter]) => ({
    words,
    limit: MOST_MS.totals,
    ask: () => reading(host, list, { filter }),
  }));
}

function entryTotals(host: ReaderHost): readonly Question[] {
  const filters: Readonly<Record<string, object>> = {
    everything: {},
    matched: { outcome: ['matched'] },
    'a month': MONTH,
    'an amount': { amount: { from: '100', to: '120' } },
  };
  const list = { command: 'entries.counts', isOfBooks: true, beside: { profileId: PROFILE, idents: [] } };
  return Object.entries(filters).map(([words, filter]) => ({
    words,
    limit: MOST_MS.totals,
    ask: () => reading(host, list, { filter }),
  }));
}

/** Processor time of this process, which other programs on the machine change least: nothing here waits. */
const took = (ask: () => unknown): number => {
  const before = process.cpuUsage();
  ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** What is above the limit is named on stderr, the slowest first. */
function verdict(
  what: string,
  questions: readonly Question[],
  touched: { readonly now: () => void },
  { say }: RowOptions,
): Line {
  const answered = questions.map((question): Answered => {
    touched.now();
    const cold = took(question.ask);
    const again = Array.from({ length: AGAIN }, () => took(question.ask));
    return { ...question, cold, again: Math.min(...again) };
  });
  const limit = questions[0]?.limit ?? 0;
  const slow = answered.filter(({ cold, again }) => Math.max(cold, again) > limit);
  say(`${what}: ${slow.length} of ${answered.length} above ${limit} ms`);
  for (const { words, cold, again } of slow.toSorted((left, right) => right.cold - left.cold))
    say(`    ${words}: ${figure(cold, 'ms', 0)} after a commit, ${figure(again, 'ms', 0)} again`);
  const [cold, again] = [answered.map((one) => one.cold), answered.map((one) => one.again)];
  return {
    what,
    ours: `p95 ${figure(percentile(cold, 0.95), 'ms')}, max ${figure(Math.max(...cold), 'ms')}`,
    beside: `again p95 ${figure(percentile(again, 0.95), 'ms')}, max ${figure(Math.max(...again), 'ms')}`,
    ratio: `${slow.length} of ${answered.length} above`,
    limit: `p95 ≤ ${limit} ms`,
    met: percentile(cold, 0.95) <= limit,
    took: { ms: percentile(cold, 0.95), peer: { name: 'again', ms: percentile(again, 0.95) } },
  };
}
