/**
 * What it costs to store a page of a hundred invoices in the mirror, with everything that the screens live on (sixteen indexes, trigram
 * search, the index of deliveries, the record, the differences), beside the plainest store there is: the same pages as JSON, upserted by
 * uuid into one table of a file with the same pragmas. In processor time, which a busy machine changes least. First an empty mirror fills,
 * then the same pages come again unchanged, as a re-read brings them. The pages take turns, so that both see the same machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { systemMarks } from '../../src/backend/system.ts';
import { WriterHost } from '../../src/backend/workers/threads/hosts.ts';
import { anInvoice } from '../../test/support/records.ts';
import { uuidFrom } from '../../test/support/independent-api/world.ts';
import type { Invoice } from '../../src/domain/records/invoice.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, times } from '../support/stats.ts';

const PAGE = 100;
const STATUSES = ['success', 'pending', 'expired', 'success', 'canceled', 'success', 'fail', 'success'] as const;
const START_MS = Date.UTC(2026, 0, 1);

interface Tally {
  console: number;
  plain: number;
}

export const writer: BenchRow = {
  name: 'writer',
  about: 'processor time to store a page in the mirror beside a plain upsert',
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-console-writer-'));
    const host = new WriterHost(folder, systemMarks);
    const plain = plainStore(join(folder, 'plain.db'));
    try {
      host.handle({ kind: 'open', database: 'bench' });
      const first = fill(options, host, plain, START_MS);
      options.say('filled');
      const again = fill(options, host, plain, START_MS + 3_600_000);
      return [line('first', first, options.size), line('unchanged, again', again, options.size)];
    } finally {
      host.close();
      plain.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function line(what: string, { console, plain }: Tally, size: number): Line {
  const pages = Math.ceil(size / PAGE);
  return {
    what: `storing a page, ${what}`,
    ours: `${figure(console / pages, 'ms CPU')} (${figure(console / 1000, 's', 0)} for ${size})`,
    beside: `${figure(plain / pages, 'ms CPU')}, plain upsert`,
    ratio: times(console, plain, 1),
    limit: '–',
    met: null,
    held: console / plain,
  };
}

function fill({ size }: RowOptions, host: WriterHost, plain: PlainStore, asOfMs: number): Tally {
  const tally: Tally = { console: 0, plain: 0 };
  for (let from = 0; from < size; from += PAGE) {
    // Newest first, as most servers would.
    const records = Array.from({ length: Math.min(PAGE, size - from) }, (_, at) => invoiceOf(size - 1 - from - at));
    const asOf = new Date(asOfMs + from * 10).toISOString();
    const input = {
      records,
      quarantined: [],
      asOf,
      source: 'invoices',
      pass: null,
      walk: '{}',
      totalItems: size,
    };
    tally.console += cpuOf(() => {
      host.handle({ kind: 'run', database: 'bench', effect: 'write', command: 'invoices.store', input });
    });
    tally.plain += cpuOf(() => plain.store(records, asOf));
  }
  return tally;
}

interface PlainStore {
  store(records: readonly Invoice[], asOf: string): void;
  close(): void;
}

function plainStore(path: string): PlainStore {
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  database.exec('CREATE TABLE invoices (uuid TEXT PRIMARY KEY, as_of TEXT, record TEXT) STRICT');
  const sql = `INSERT INTO invoices (uuid, as_of, record) VALUES (?, ?, ?)
    ON CONFLICT (uuid) DO UPDATE SET as_of = excluded.as_of, record = excluded.record`;
  return {
    store: (records, asOf) => {
      database.transaction(() => {
        for (const record of records) database.run(sql, record.uuid, asOf, JSON.stringify(record));
      });
    },
    close: () => database.close(),
  };
}

/** Milliseconds of this process, user and system. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function invoiceOf(index: number): Invoice {
  const at = START_MS + index * 120_000;
  const uuid = uuidFrom(`writer ${index}`);
  const status = STATUSES[index % STATUSES.length] ?? 'success';
  const paid = status === 'success';
  return anInvoice({
    uuid,
    external_id: `ORDER-${100_000 + index}`,
    customer_id: `customer-${index % 3_000}`,
    purpose: `Order ${index} of the shop`,
    amount: `${(index * 7_919) % 100_003}.50`,
    amount_to_send: `${(index * 7_919) % 100_003}.90`,
    currency: { id: 1, code: ['EUR', 'USD', 'PLN', 'GBP'][index % 4] ?? 'EUR', name: 'Money', symbol: '¤' },
    status,
    payment_url: `https://pay.example/${uuid}`,
    created_at: new Date(at).toISOString(),
    expires_at: new Date(at + 1_800_000).toISOString(),
    finished_at: status === 'pending' ? null : new Date(at + 600_000).toISOString(),
    payment_method: paid ? { name: 'Card', logo_url: null } : null,
    settled_amount_usdt: paid ? `${index % 977}.${(index * 7_919) % 1_000_000}` : null,
  });
}
