// Words by which ledgers and bank files name their columns and standings, in English, German, Polish and Spanish.
import type { OrderStatus } from '../../../../domain/ledger/entry.ts';
import type { EntryField } from '../../../../domain/ledger/import.ts';

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
/** Of a wallet: in and out. */
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
