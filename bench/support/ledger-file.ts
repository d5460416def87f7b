/**
 * The order ledger that the shop of the million invoices keeps by itself: as many rows as there are invoices, drawn from the mirror's own rows and
 * a seed. Most agree; some are a little or very different, in another currency, twice, of orders that nobody knows, left out, sent though
 * nobody paid, paid and never sent; and some rows are no entries at all. Not here: the invoices (million-world.ts), what is measured.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import type { Mapping, Tolerances } from '../../src/domain/ledger/import.ts';
import { type MillionOptions, PROFILE } from './million.ts';
import { CURRENCIES, drawn } from './million-world.ts';

/** Older files are not used any more once what is drawn has changed. */
const EDITION = 1;
const TITLES = ['Order', 'Amount', 'Currency', 'Date', 'Status', 'Customer', 'Channel', 'Note'] as const;
const CHANNELS = ['web', 'app', 'phone', 'shop'] as const;
const NOTES = [
  'gift',
  'call before delivery',
  'Grüße aus Köln',
  'paczkomat WAW123',
  'second parcel',
  'příští týden',
] as const;
/** Written at once. */
const CHUNK = 1 << 20;
const HEADER = `${TITLES.join(',')}\r\n`;

export const LEDGER_MAPPING: Mapping = {
  columns: {
    ident: 'Order',
    amount: 'Amount',
    unit: 'Currency',
    at: 'Date',
    status: 'Status',
    customer: 'Customer',
    memo: 'Note',
  },
  unit: null,
  amountMeaning: 'ordered',
  statusWords: {
    shipped: 'fulfilled',
    delivered: 'fulfilled',
    open: 'unfulfilled',
    cancelled: 'cancelled',
    returned: 'cancelled',
  },
  otherStatus: null,
};

/** None for CZK. */
export const LEDGER_TOLERANCES: Tolerances = { EUR: '0.05', USD: '0.05', GBP: '0.05', PLN: '0.2' };

/** The invoices a ledger is written from, the oldest first, as the shop has met them. */
const INVOICES = `SELECT i.external_id, i.uuid, i.amount, i.currency, i.status, substr(i.created_at, 1, 19), coalesce(i.customer_id, ''),
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.actual_amount_fiat') END
  FROM invoices AS i LEFT JOIN invoice_records AS r ON r.id = i.id AND i.is_adjusted = 1 ORDER BY i.id DESC`;

interface Order {
  readonly ident: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
  readonly status: string;
  readonly customer: string;
  readonly channel: string;
  readonly note: string;
}

/** The path of the file beside the folder; written when it is not there yet, in a quarter of a minute a million rows. */
export function ledgerFile(folder: string, { size, seed, say }: MillionOptions): string {
  const path = `${folder}-ledger-${EDITION}.csv`;
  if (existsSync(path)) return path;
  say(`writing a ledger of ${size} rows`);
  const unfinished = `${path}.${process.pid}`;
  const database = SqliteDatabase.open({
    path: mirrorPath(folder, PROFILE),
    file: 'mirror',
    mode: 'read-only',
    synchronous: 'NORMAL',
  });
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    let text = HEADER;
    for (const line of lines(database, size, seed)) {
      text += line;
      if (text.length < CHUNK) continue;
      writeSync(descriptor, text);
      text = '';
    }
    writeSync(descriptor, text);
    renameSync(unfinished, path);
  } finally {
    closeSync(descriptor);
    database.close();
    rmSync(unfinished, { force: true });
  }
  return path;
}

/** Exactly `size` of them: what is left out makes room for what is there twice, and orders that nobody knows fill up the rest. */
function* lines(database: SqliteDatabase, size: number, seed: number): IterableIterator<string> {
  let written = 0;
  let index = 0;
  for (const invoice of database.iterate(INVOICES)) {
    for (const line of linesOf(invoice, index, seed)) {
      if (written === size) return;
      written += 1;
      yield line;
    }
    index += 1;
  }
  for (; written < size; written += 1) yield row(unknownOrder(written));
}

function unknownOrder(number: number): Order {
  const status = 'shipped';
  return {
    ident: `SHOP-${number}`,
    amount: '10.00',
    currency: 'EUR',
    at: '2026-06-01 12:00:00',
    status,
    customer: '',
    channel: 'shop',
    note: '',
  };
}

/** What stands in the ledger because of one invoice: mostly one line, sometimes none or two. */
function* linesOf(invoice: readonly unknown[], index: number, seed: number): IterableIterator<string> {
  const draw = (what: number, below: number): number => drawn(seed, index, 200 + what, below);
  const [externalId, uuid, amount, currency, status, at, customer, actual] = invoice.map((cell) =>
    typeof cell === 'string' ? cell : null,
  );
  const isPaid = status === 'success';
  const isOver = !isPaid && status !== 'pending';
  const order: Order = {
    ident: (draw(1, 100) === 0 ? spelled(uuid ?? '', draw(2, 2)) : externalId) ?? '',
    amount: written((draw(3, 2) === 0 ? actual : null) ?? amount ?? '', draw(4, 20)),
    currency: currency ?? '',
    at: (at ?? '').replace('T', ' '),
    status: word(isPaid, isOver, draw(5, 20)),
    customer: customer ?? '',
    channel: CHANNELS[draw(6, CHANNELS.length)] ?? 'web',
    note: note(draw(7, 1000)),
  };
  // Of 10,000.
  const lot = draw(0, 10_000);
  if (lot < 30) yield row({ ...order, amount: moved(amount ?? '', 1 + draw(8, 5), draw(9, 2)) });
  else if (lot < 60) yield row({ ...order, amount: moved(amount ?? '', 100 + draw(8, 9_000), 0) });
  else if (lot < 70)
    yield row({ ...order, currency: CURRENCIES[(CURRENCIES.findIndex((code) => code === currency) + 1) % 5] ?? 'EUR' });
  else if (lot < 90) yield row({ ...order, ident: `SHOP-${index}-${draw(8, 1000)}` });
  else if (lot < 110) {
    yield row(order);
    yield row(draw(8, 2) === 0 ? order : { ...order, note: 'again' });
  } else if (lot < 130) return;
  else if (lot < 150 && isOver) yield row({ ...order, status: 'shipped' });
  else if (lot < 180 && isPaid) yield row({ ...order, status: draw(8, 2) === 0 ? 'open' : 'returned' });
  else if (lot < 190) yield noEntry(order, draw(8, 10));
  else yield row(order);
}

function spelled(uuid: string, lot: number): string {
  return lot === 0 ? uuid : uuid.toUpperCase();
}

/** A shop does not always write the zeros at the end. */
function written(amount: string, lot: number): string {
  return lot === 0 ? amount.replace(/\.?0+$/, '') : amount;
}

function word(isPaid: boolean, isOver: boolean, lot: number): string {
  const said = isPaid ? (lot < 16 ? 'shipped' : 'delivered') : isOver ? 'cancelled' : 'open';
  return lot % 20 === 7 ? `${said.charAt(0).toUpperCase()}${said.slice(1)}` : said;
}

function note(lot: number): string {
  if (lot < 700) return '';
  const text = NOTES[lot % NOTES.length] ?? '';
  if (lot < 950) return text;
  if (lot < 990) return `${text}, ${lot}`;
  return lot < 999 ? `"${text}" they said` : `${text}\n${lot}`;
}

/** Other by so many hundredths. */
function moved(amount: string, hundredths: number, sign: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const cents = BigInt(`${whole}${fraction.padEnd(2, '0')}`) + BigInt(sign === 0 ? hundredths : -hundredths);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Ten ways of being no entry. */
function noEntry(order: Order, way: number): string {
  const broken: readonly Partial<Order>[] = [
    { ident: '' },
    { amount: '' },
    { amount: 'n/a' },
    { amount: `${order.amount}.5.5` },
    { amount: `-${order.amount}` },
    { at: '2026-02-30 10:00:00' },
    { status: 'in review' },
    { currency: '' },
  ];
  const one = broken[way];
  if (one !== undefined) return row({ ...order, ...one });
  const cells = cellsOf(order);
  return `${(way === 8 ? cells.slice(0, 5) : [...cells, 'more', '7']).map(quoted).join(',')}\r\n`;
}

function cellsOf(order: Order): readonly string[] {
  return [order.ident, order.amount, order.currency, order.at, order.status, order.customer, order.channel, order.note];
}

function row(order: Order): string {
  return `${cellsOf(order).map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
