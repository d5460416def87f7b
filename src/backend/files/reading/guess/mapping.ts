// What the columns of a file mean, by their titles and by what stands in them.
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import { type EntryField, FIELDS_OF_KIND, type Mapping, DATE_ORDERS } from '../../../../domain/ledger/import.ts';
import { isUuid } from '../../../../domain/kernel/text/uuid.ts';
import { dayOf } from '../cell-date.ts';

/** A column with some of its cells that are not empty. */
export interface SeenColumn {
  readonly title: string;
  readonly samples: readonly string[];
}

/** A title says more than what stands in the column; this much says enough. */
const ENOUGH = 2;
const MOST_WORDS = 50;
const HAS_FRACTION = /\d[.,]\d/;
/** Words in a title by which it is about something else, however much of the rest says the field: "Order Refund Amount", "Customer Note". */
const AGAINST: Readonly<Partial<Record<EntryField, RegExp>>> = {
  amount:
    /\b(?:sub ?total|refund(?:ed|s)?|tax(?:es)?|vat|fees?|discounts?|shipping|tip|balance|commission|converted|mwst|steuer|versand|rabatt|gebuhr|saldo)\b/,
  customer: /\b(?:notes?|comments?|message|e ?mail|phone)\b/,
};

export interface GuessedMapping {
  readonly mapping: Mapping;
  readonly statusWords: readonly string[];
}

/** The best column for each field, each for one. */
export function guessMapping(columns: readonly SeenColumn[], kind: SourceKind): GuessedMapping {
  const fields: readonly EntryField[] = FIELDS_OF_KIND[kind];
  const scored = columns.flatMap((column, index) => {
    const words = plainWords(column.title);
    return fields.map((field) => ({ field, column, index, score: scoreOf(field, words, column.samples, kind) }));
  });
  scored.sort((left, right) => right.score - left.score || left.index - right.index);
  const chosen: Partial<Record<EntryField, SeenColumn>> = {};
  const taken = new Set<SeenColumn>();
  for (const { field, column, score } of scored) {
    if (score < ENOUGH || chosen[field] !== undefined || taken.has(column)) continue;
    chosen[field] = column;
    taken.add(column);
  }
  const titles = Object.fromEntries(Object.entries(chosen).map(([field, { title }]) => [field, title]));
  const words = distinctWords(chosen.status?.samples ?? []);
  const unit = chosen.unit === undefined ? unitOfTitle(chosen.amount?.title ?? '') : null;
  const mapping: Mapping = {
    columns: titles,
    unit,
    amountMeaning: isCredited(chosen.amount?.title ?? '', unit, chosen.unit) ? 'credited' : 'ordered',
    statusWords: knownWords(words, kind),
    ...(kind === 'wallet' ? ownAddressOf(columns, chosen.address) : {}),
    otherStatus: chosen.status === undefined ? (kind === 'wallet' ? 'fulfilled' : 'unknown') : null,
  };
  return { mapping, statusWords: words };
}

/** 10 and less for the title, up to 4 for the cells; a column whose cells are something else is out of the question. */
function scoreOf(field: EntryField, words: string, samples: readonly string[], kind: SourceKind): number {
  const share = (looks: (text: string) => boolean): number =>
    samples.length === 0 ? 0 : samples.filter(looks).length / samples.length;
  const named = titleScore(field, words, kind);
  switch (field) {
    case 'ident': {
      const content = kind === 'wallet' ? 4 * share(looksLikeHash) : 3 * share(looksLikeUuid);
      return named + content;
    }
    case 'address':
      return named + 4 * share(looksLikeAddress);
    case 'amount': {
      const amounts = share((text) => looksLikeAmount(text) && !looksLikeDate(text));
      // Whole numbers alone may count anything.
      return amounts < 0.5 && samples.length > 0 ? 0 : named + amounts + 1.2 * share((text) => HAS_FRACTION.test(text));
    }
    case 'unit': {
      const codes = share(looksLikeCode);
      const isFew = new Set(samples).size <= 20;
      return named + (isFew ? 2.5 * codes : 0);
    }
    case 'at': {
      const dates = share(looksLikeDate);
      return dates < 0.5 && samples.length > 0 ? 0 : named + 2.5 * dates;
    }
    case 'status':
      return named + 2 * share((text) => statusOfWord(text, kind === 'wallet') !== null);
    case 'customer':
    case 'memo':
      return named;
  }
}

function titleScore(field: EntryField, words: string, kind: SourceKind): number {
  const known = field === 'ident' && kind === 'wallet' ? HASH_TITLES : TITLE_WORDS[field];
  const place = known.indexOf(words);
  if (place >= 0) return 10 - (4 * place) / known.length;
  if (AGAINST[field]?.test(words) === true) return 0;
  const within = known.findIndex((own) => own.length > 3 && ` ${words} `.includes(` ${own} `));
  return within < 0 ? 0 : 5 - (2 * within) / known.length;
}

/** Fewer rows may have the same address by chance. */
const ROWS_OF_OWN = 3;

/**
 * The one address that every row has, as where the money came from or where it went: an explorer was asked for it. At one where nothing comes in
 * somebody else pays out.
 */
function ownAddressOf(columns: readonly SeenColumn[], comesTo: SeenColumn | undefined): Pick<Mapping, 'ownAddresses'> {
  const sides = columns.map(({ samples }) => samples).filter((samples) => samples.every(looksLikeAddress));
  const [from = [], to = []] = sides;
  if (from.length < ROWS_OF_OWN || from.length !== to.length) return {};
  const own = [...new Set([...from, ...to])].filter((one) => from.every((side, at) => side === one || to[at] === one));
  const comesIn = own.some((one) => comesTo?.samples.includes(one));
  return own.length === 1 && comesIn ? { ownAddresses: own } : {};
}

function distinctWords(samples: readonly string[]): readonly string[] {
  return [...new Set(samples.map((sample) => sample.trim()).filter((word) => word !== ''))].slice(0, MOST_WORDS);
}

function knownWords(words: readonly string[], kind: SourceKind): Readonly<Record<string, OrderStatus>> {
  const known: Record<string, OrderStatus> = {};
  for (const word of words) {
    const status = statusOfWord(word, kind === 'wallet');
    if (status !== null && word.length <= 256) known[word.toLowerCase()] = status;
  }
  return known;
}

/** "Amount (EUR)", "Betrag in EUR". */
function unitOfTitle(title: string): string | null {
  return /(?:^|[^\p{L}])([A-Z]{3,5})(?:$|[^\p{L}])/u.exec(title)?.[1] ?? null;
}

function isCredited(title: string, unit: string | null, column: SeenColumn | undefined): boolean {
  const isTether =
    unit === 'USDT' ||
    (column !== undefined &&
      column.samples.length > 0 &&
      column.samples.every((own) => own.trim().toUpperCase() === 'USDT'));
  return isTether || /credited|settled/i.test(title);
}

// What a text of a cell looks like, whatever the format.

const MAX_LOOK = 128;
/** Digits with marks, with at most a sign and a currency around them. */
const AMOUNT = /^\(?[-+\u2212]?[^\d\s.,()]{0,4}\s?[-+\u2212]?\d[\d\s.,'’\u00a0\u202f]{0,40}\s?[^\d\s()]{0,5}\)?$/u;
const HASH = /^(?:0x)?[0-9a-f]{64}$/i;
const ADDRESS =
  /^(?:0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[0-9a-z]{25,60}|[EU]Q[\w-]{46})$/i;
const CODE = /^[A-Z]{3,5}$/;

export function looksLikeAmount(text: string): boolean {
  return text.length <= MAX_LOOK && AMOUNT.test(text.trim());
}

/** In any order. */
export function looksLikeDate(text: string): boolean {
  const day = text.trim().slice(0, MAX_LOOK).split(/[T ,]/)[0] ?? '';
  return day.length >= 6 && DATE_ORDERS.some((order) => dayOf(day, order) !== null) && !/^\d{8}$/.test(day);
}

export function looksLikeHash(text: string): boolean {
  return HASH.test(text.trim());
}

export function looksLikeAddress(text: string): boolean {
  return text.length <= MAX_LOOK && ADDRESS.test(text.trim());
}

export function looksLikeCode(text: string): boolean {
  return CODE.test(text.trim());
}

export function looksLikeUuid(text: string): boolean {
  return isUuid(text.trim());
}

/** Nothing that anybody would call a column. */
export function looksLikeData(text: string): boolean {
  return (
    looksLikeAmount(text) || looksLikeDate(text) || looksLikeHash(text) || looksLikeAddress(text) || looksLikeUuid(text)
  );
}

// Words by which ledgers and bank files name their columns and standings, in English, German, Polish and Spanish.

const words = (list: string): readonly string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** As plainWords writes them; the most telling first. */
export const TITLE_WORDS: Readonly<Record<EntryField, readonly string[]>> = {
  ident: words(`
    external id, order id, order no, order number, order, order ref, order reference, merchant order id,
    invoice uuid, uuid, bestellnummer, bestell nr, bestellnr, auftragsnummer, auftragsnr, auftrag, bestellung,
    belegnummer, numer zamowienia, nr zamowienia, zamowienie, numero de pedido, pedido, invoice id, reference,
    ref, referenz, referencja, referencia, id`),
  address: words(`
    address, to address, wallet address, destination, recipient address, to, adresse, zieladresse, adres,
    direccion`),
  amount: words(`
    amount, order amount, total, order total, gross, gross amount, net amount, sum, value, price, quantity,
    credited, betrag, umsatz, summe, gesamtbetrag, gesamt, brutto, kwota, wartosc, suma, importe, monto,
    cantidad`),
  unit: words(`
    currency, currency code, ccy, token, coin, asset, unit, wahrung, waehrung, whrg, waluta, moneda, divisa`),
  at: words(`
    date, paid at, created at, timestamp, time, datetime, date time, order date, payment date, booking date,
    value date, buchungstag, buchungsdatum, datum, wertstellung, valuta, bestelldatum, data, data zamowienia,
    data operacji, data ksiegowania, fecha, fecha operacion`),
  status: words(`
    fulfillment status, fulfilment status, status, state, order status, fulfilment, fulfillment, type,
    direction, zustand, stand, soll haben, stan, estado`),
  customer: words(`
    customer, customer id, client, client id, user, user id, email, buyer, payer, kunde, kundennummer,
    kunden nr, klient, cliente`),
  memo: words(`
    memo, note, notes, comment, description, details, purpose, subject, verwendungszweck, buchungstext,
    bemerkung, notiz, opis, tytul, uwagi, concepto, descripcion`),
};

/** Of a wallet its ident is the transaction. */
export const HASH_TITLES = words(`
  tx hash, txhash, txid, tx id, transaction hash, transaction id, hash, tx`);

const STANDINGS = ['fulfilled', 'unfulfilled', 'cancelled'] as const;

const known = (lists: Readonly<Partial<Record<OrderStatus, string>>>): ReadonlyMap<string, OrderStatus> =>
  new Map(STANDINGS.flatMap((status) => words(lists[status] ?? '').map((word) => [word, status] as const)));

const BY_WORD = known({
  fulfilled: `
    fulfilled, paid, completed, complete, done, delivered, shipped, success, successful, closed, settled,
    bezahlt, versandt, versendet, erledigt, geliefert, abgeschlossen, oplacone, zrealizowane, wyslane,
    zakonczone, pagado, entregado, enviado, completado`,
  unfulfilled: `
    unfulfilled, open, new, pending, processing, unpaid, waiting, on hold, offen, neu, ausstehend, unbezahlt,
    in bearbeitung, nowe, oczekujace, nieoplacone, w trakcie, pendiente, nuevo, en proceso`,
  cancelled: `
    cancelled, canceled, refunded, failed, expired, void, voided, rejected, storniert, abgebrochen, erstattet,
    fehlgeschlagen, anulowane, zwrocone, cancelado, anulado, reembolsado`,
});
const BY_DIRECTION = known({
  fulfilled: `
    in, incoming, deposit, received, receive, credit, cr, h, haben, eingang, gutschrift, wplyw, uznanie,
    entrada, ingreso, abono`,
  cancelled: `
    out, outgoing, withdrawal, withdraw, sent, send, debit, dr, s, soll, ausgang, lastschrift, obciazenie,
    wyplyw, salida, cargo`,
});

/** What a word of a status column says; of a wallet which way the money went. Null when nobody knows. */
export function statusOfWord(word: string, isWallet: boolean): OrderStatus | null {
  const plain = plainWords(word);
  return (isWallet ? BY_DIRECTION : BY_WORD).get(plain) ?? (isWallet ? BY_WORD.get(plain) : undefined) ?? null;
}

/** In lower case, without accents, marks and the way words are joined: "OrderID" and "order_id" are "order id". */
export function plainWords(text: string): string {
  return text
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
