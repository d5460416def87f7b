/**
 * What a German shop's own books look like beside the records of a sandbox: an order ledger of exactly 5,000 rows with `;`, decimal commas and
 * thousands marks in Windows-1252, and a wallet's export, each with so many planted differences of every kind. What is to be found follows from
 * how it was written, not from any rule of the console's. Not here: handing files over, looking at what was found.
 */
import type { InvoiceRecord, WithdrawalRecord } from '../../../src/sandbox/world/records.ts';

export const LEDGER_ROWS = 5_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many of each kind stand in the ledger. */
export const PLANTED = {
  'within-tolerance': 40,
  'amount-differs': 30,
  'currency-differs': 10,
  'missing-here': 25,
  duplicate: 20,
  'fulfilled-not-paid': 15,
  'paid-not-fulfilled': 12,
  rejected: 35,
} as const;
/** Invoices that the ledger leaves out. */
export const LEFT_OUT = 18;

/** Titles as they stand in the file. The gross amount is the one that was ordered; a net one stands beside it. */
export const LEDGER_TITLES = [
  'Bestellnummer',
  'Betrag netto',
  'Betrag brutto',
  'Währung',
  'Bestelldatum',
  'Zustand',
  'Kunde',
  'Bemerkung',
] as const;
const TITLE_LINE = LEDGER_TITLES.join(';');

/** The shop's words, as a mapping spells them. */
export const LEDGER_WORDS = { versandt: 'fulfilled', offen: 'unfulfilled', storniert: 'cancelled' } as const;

export interface PlantedReject {
  readonly line: number;
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
}

export interface LedgerStory {
  readonly bytes: Buffer;
  /** Every row of the file is in one of these. */
  readonly buckets: Readonly<Record<keyof typeof PLANTED | 'matched', number>>;
  readonly missingThere: number;
  /** In the order of the file. */
  readonly rejects: readonly PlantedReject[];
  /** The whole days that the ledger speaks of, [from, to), UTC. */
  readonly covers: { readonly from: string; readonly to: string };
  /** Ids of what was planted, by kind, in the order of the plan. */
  readonly idents: Readonly<Record<Exclude<keyof typeof PLANTED, 'rejected'>, readonly string[]>>;
}

interface Line {
  readonly ident: string;
  readonly net: string;
  readonly gross: string;
  readonly currency: string;
  readonly at: number;
  readonly status: string;
  readonly customer: string;
  readonly note: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** "22.11.2026 06:30", UTC. */
function germanTime(ms: number): string {
  const [day = '', time = ''] = new Date(ms).toISOString().split('T');
  return `${day.split('-').toReversed().join('.')} ${time.slice(0, 5)}`;
}

/** "1.234,50" of hundredths. */
function germanAmount(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, '.')},${digits.slice(-2)}`;
}

/** Whole hundredths; every order of the sandbox has two decimals. */
function hundredthsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

function cell(text: string): string {
  return /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(line: Line, gross = line.gross): string {
  const cells = [
    line.ident,
    line.net,
    gross,
    line.currency,
    germanTime(line.at),
    line.status,
    line.customer,
    line.note,
  ];
  return cells.map(cell).join(';');
}

function lineOf(invoice: InvoiceRecord, change: Partial<Line> = {}): Line {
  const isPaid = invoice.status === 'success';
  return {
    ident: invoice.externalId,
    net: germanAmount((hundredthsOf(invoice.amount) * 100n) / 119n),
    gross: germanAmount(hundredthsOf(invoice.amount)),
    currency: invoice.currency,
    at: invoice.createdAt,
    status: isPaid ? 'Versandt' : 'storniert',
    customer: invoice.customerId,
    note: invoice.index % 7 === 0 ? 'Grüße; 5 € Gutschein' : '',
    ...change,
  };
}

function* taken<Item>(items: readonly Item[]): Generator<Item, never> {
  yield* items;
  throw new Error('there are too few records to plant everything');
}

/** Windows-1252 of a text whose only signs beyond Latin 1 are "€". */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

/** What is planted in the order of the invoices, each of another one. */
function* planted(
  paid: Generator<InvoiceRecord, never>,
  euro: Generator<InvoiceRecord, never>,
  over: Generator<InvoiceRecord, never>,
) {
  const moved = (invoice: InvoiceRecord, by: bigint): string => germanAmount(hundredthsOf(invoice.amount) + by);
  for (let at = 0; at < PLANTED['within-tolerance']; at += 1) {
    const invoice = euro.next().value;
    yield {
      kind: 'within-tolerance',
      invoice,
      line: lineOf(invoice, { gross: moved(invoice, at % 2 === 0 ? 5n : -1n) }),
    } as const;
  }
  for (let at = 0; at < PLANTED['amount-differs']; at += 1) {
    const invoice = euro.next().value;
    yield {
      kind: 'amount-differs',
      invoice,
      line: lineOf(invoice, { gross: moved(invoice, 6n + BigInt(at) * 50n) }),
    } as const;
  }
  for (let at = 0; at < PLANTED['currency-differs']; at += 1) {
    const invoice = paid.next().value;
    yield {
      kind: 'currency-differs',
      invoice,
      line: lineOf(invoice, { currency: invoice.currency === 'CHF' ? 'EUR' : 'CHF' }),
    } as const;
  }
  for (let at = 0; at < PLANTED['fulfilled-not-paid']; at += 1) {
    const invoice = over.next().value;
    yield { kind: 'fulfilled-not-paid', invoice, line: lineOf(invoice, { status: 'versandt' }) } as const;
  }
  for (let at = 0; at < PLANTED['paid-not-fulfilled']; at += 1) {
    const invoice = paid.next().value;
    yield {
      kind: 'paid-not-fulfilled',
      invoice,
      line: lineOf(invoice, { status: at % 2 === 0 ? 'offen' : 'storniert' }),
    } as const;
  }
}

/** Rows that are none, seven ways. */
function rejectOf(invoice: InvoiceRecord, way: number): Omit<PlantedReject, 'line'> & { readonly text: string } {
  const line = lineOf(invoice, { note: '' });
  switch (way % 7) {
    case 0:
      return { text: textOf(line, 'k. A.'), column: 'Betrag brutto', value: 'k. A.', reason: 'not-an-amount' };
    case 1:
      return { text: textOf(line, ''), column: 'Betrag brutto', value: '', reason: 'no-amount' };
    case 2:
      return { text: textOf({ ...line, ident: '' }), column: 'Bestellnummer', value: '', reason: 'no-ident' };
    case 3:
      return {
        text: textOf(line, `-${line.gross}`),
        column: 'Betrag brutto',
        value: `-${line.gross}`,
        reason: 'negative-amount',
      };
    case 4: {
      const text = textOf(line).replace(germanTime(line.at), '31.02.2026 10:00');
      return { text, column: 'Bestelldatum', value: '31.02.2026 10:00', reason: 'not-a-date' };
    }
    case 5:
      return {
        text: textOf({ ...line, status: 'in Klärung' }),
        column: 'Zustand',
        value: 'in Klärung',
        reason: 'unknown-status',
      };
    default: {
      const text = textOf(line).split(';').slice(0, 4).join(';');
      return { text, column: null, value: text, reason: 'too-few-cells' };
    }
  }
}

/** The ledger of a shop with these invoices; at least 4,970 of them have to have ended, in a day before `now`'s. */
export function ledgerStory(invoices: Iterable<InvoiceRecord>, now: number): LedgerStory {
  const to = dayOf(now);
  const settled = [...invoices].filter(({ finishedAt, createdAt }) => finishedAt !== null && dayOf(createdAt) < to);
  const ended = settled.filter(({ finishedAt }) => finishedAt !== null && dayOf(finishedAt) < to);
  const plain = ended.filter(({ adjustment }) => adjustment === null);
  const isPaid = ({ status }: InvoiceRecord): boolean => status === 'success';
  const isEuro = (invoice: InvoiceRecord): boolean => isPaid(invoice) && invoice.currency === 'EUR';
  const euro = taken(plain.filter(isEuro));
  const paid = taken(plain.filter((invoice) => isPaid(invoice) && !isEuro(invoice)));
  const over = taken(plain.filter((invoice) => !isPaid(invoice)));

  const lines = new Map<string, string[]>();
  const idents: Record<keyof LedgerStory['idents'], string[]> = {
    'within-tolerance': [],
    'amount-differs': [],
    'currency-differs': [],
    'missing-here': Array.from({ length: PLANTED['missing-here'] }, (_, at) => `LADEN-${at + 1}`),
    duplicate: [],
    'fulfilled-not-paid': [],
    'paid-not-fulfilled': [],
  };
  for (const { kind, invoice, line } of planted(paid, euro, over)) {
    lines.set(invoice.uuid, [textOf(line)]);
    idents[kind].push(line.ident);
  }
  for (let at = 0; at < PLANTED.duplicate; at += 1) {
    const invoice = paid.next().value;
    const again = at % 2 === 0 ? { note: 'nochmal' } : {};
    lines.set(invoice.uuid, [textOf(lineOf(invoice)), textOf(lineOf(invoice, again))]);
    idents.duplicate.push(invoice.externalId);
  }
  for (let at = 0; at < LEFT_OUT; at += 1) lines.set(paid.next().value.uuid, []);
  const rejectsOf = new Map<string, Omit<PlantedReject, 'line'>>();
  // Of orders that were not paid, so that nothing is missing because of them.
  for (let at = 0; at < PLANTED.rejected; at += 1) {
    const invoice = over.next().value;
    const { text, ...reject } = rejectOf(invoice, at);
    lines.set(invoice.uuid, [text]);
    rejectsOf.set(text, reject);
  }
  return written(settled, lines, rejectsOf, { to, ended, idents });
}

function written(
  invoices: readonly InvoiceRecord[],
  planned: ReadonlyMap<string, readonly string[]>,
  rejectsOf: ReadonlyMap<string, Omit<PlantedReject, 'line'>>,
  {
    to,
    ended,
    idents,
  }: Pick<LedgerStory, 'idents'> & { readonly to: string; readonly ended: readonly InvoiceRecord[] },
): LedgerStory {
  const room = LEDGER_ROWS - PLANTED['missing-here'];
  const rows: string[] = [];
  const there = new Set<string>();
  // What is planted must be in the file, whatever is cut off at its end.
  let waiting = [...planned.values()].reduce((sum, { length }) => sum + length, 0);
  for (const invoice of invoices) {
    const own = planned.get(invoice.uuid);
    if (own === undefined && rows.length + waiting >= room) continue;
    rows.push(...(own ?? [textOf(lineOf(invoice))]));
    if (own !== undefined) waiting -= own.length;
    if (own === undefined || own.length > 0) there.add(invoice.uuid);
  }
  if (rows.length !== room)
    throw new Error(`the sandbox has too few invoices for a ledger: ${rows.length} of ${room} rows`);
  const last = invoices.at(-1)?.createdAt ?? 0;
  for (const ident of idents['missing-here']) {
    const line = {
      net: '10,34',
      gross: '12,30',
      currency: 'EUR',
      at: last,
      status: 'versandt',
      customer: '',
      note: 'Laden',
    };
    rows.push(textOf({ ident, ...line }));
  }
  const from = dayOf(Math.min(...invoices.map(({ createdAt }) => createdAt)));
  const isMissing = ({ uuid, status }: InvoiceRecord): boolean => status === 'success' && !there.has(uuid);
  return {
    bytes: windows1252([TITLE_LINE, ...rows, ''].join('\r\n')),
    buckets: { ...PLANTED, matched: LEDGER_ROWS - Object.values(PLANTED).reduce((sum, count) => sum + count, 0) },
    missingThere: ended.filter((invoice) => isMissing(invoice) && dayOf(invoice.finishedAt ?? 0) >= from).length,
    rejects: rows.flatMap((text, at) => {
      const reject = rejectsOf.get(text);
      // The titles stand in the first line.
      return reject === undefined ? [] : [{ line: at + 2, ...reject }];
    }),
    covers: { from, to },
    idents,
  };
}

/** How many of each kind stand in the wallet's export. */
export const WALLET_PLANTED = { withoutHash: 3, stranger: 1, out: 2, leftOut: 1 } as const;

export interface WalletStory {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly byHash: number;
  readonly byAddress: number;
  readonly covers: { readonly from: string; readonly to: string };
}

/** What a wallet's export says of these withdrawals: most with their hash, some without, one left out, one from a stranger, some that went out. */
export function walletStory(withdrawals: readonly WithdrawalRecord[], now: number): WalletStory {
  const to = dayOf(now);
  const sent = withdrawals.filter(
    ({ status, processedAt }) => status === 'approved' && processedAt !== null && dayOf(processedAt) < to,
  );
  const hashed = sent.filter(({ txHash }) => txHash !== null).slice(WALLET_PLANTED.leftOut);
  const lines = hashed.map((withdrawal, at) => {
    const when = new Date((withdrawal.processedAt ?? 0) + HOUR).toISOString();
    const hash = at < WALLET_PLANTED.withoutHash ? '' : (withdrawal.txHash ?? '');
    return [when, 'received', hash, withdrawal.address, withdrawal.amountToSend, withdrawal.token].join(',');
  });
  const when = new Date(now - 2 * DAY).toISOString();
  lines.push([when, 'received', `0x${'ab'.repeat(32)}`, '', '41.5', 'USDT'].join(','));
  for (let at = 0; at < WALLET_PLANTED.out; at += 1) {
    lines.push([when, 'sent', `0x${`c${at}`.repeat(32)}`, '', `${at + 1}.25`, 'USDT'].join(','));
  }
  const processed = sent.map(({ processedAt }) => processedAt ?? 0);
  return {
    bytes: Buffer.from(`${['Time,Type,Transaction hash,Address,Amount,Token', ...lines].join('\n')}\n`),
    rows: lines.length,
    byHash: hashed.length - WALLET_PLANTED.withoutHash,
    byAddress: WALLET_PLANTED.withoutHash,
    covers: { from: dayOf(Math.min(...processed)), to },
  };
}
