// What the columns of a ledger mean, in words. Total tables over the closed unions. Pure.
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import type { AmountMeaning, EntryField } from '../../../../domain/ledger/import.ts';

export const KIND_WORDS: Readonly<Record<SourceKind, { readonly name: string; readonly hint: string }>> = {
  orders: { name: 'Orders', hint: 'A ledger or shop export: each row is held against an invoice.' },
  wallet: { name: 'Wallet or bank', hint: 'A statement: each row of money in is held against a withdrawal.' },
};

interface FieldWords {
  readonly name: string;
  readonly hint: string;
}

const ORDER_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ident: { name: 'Order id', hint: 'external_id or uuid of the invoice' },
  address: { name: 'Address', hint: 'where it was sent to' },
  amount: { name: 'Amount', hint: 'exact, never rounded' },
  unit: { name: 'Currency', hint: 'a code as EUR, or a token' },
  at: { name: 'Date and time', hint: 'when it was ordered or paid' },
  status: { name: 'Status', hint: 'what became of the order in your shop' },
  customer: { name: 'Customer', hint: 'to find it again' },
  memo: { name: 'Memo', hint: 'to find it again' },
};

const WALLET_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ...ORDER_FIELDS,
  ident: { name: 'Transaction hash', hint: 'tx_hash of the withdrawal' },
  unit: { name: 'Currency or token', hint: 'a code as USDT' },
  at: { name: 'Date and time', hint: 'when it was booked' },
  status: { name: 'Direction', hint: 'money in or out' },
};

export function fieldWords(kind: SourceKind, field: EntryField): FieldWords {
  return kind === 'orders' ? ORDER_FIELDS[field] : WALLET_FIELDS[field];
}

export const MEANING_WORDS: Readonly<Record<AmountMeaning, { readonly name: string; readonly hint: string }>> = {
  ordered: {
    name: 'What was ordered',
    hint: 'Held against the invoice’s amount, and what was really paid of an adjusted one.',
  },
  credited: { name: 'What was received', hint: 'Held against settled_amount_usdt, in USDT.' },
};

const ORDER_WORDS: Readonly<Record<OrderStatus, string>> = {
  fulfilled: 'fulfilled',
  unfulfilled: 'not fulfilled',
  cancelled: 'cancelled',
  unknown: 'says nothing',
};

const DIRECTION_WORDS: Readonly<Record<OrderStatus, string>> = {
  ...ORDER_WORDS,
  fulfilled: 'money in',
  cancelled: 'money out',
};

export function statusWords(kind: SourceKind, status: OrderStatus): string {
  return kind === 'orders' ? ORDER_WORDS[status] : DIRECTION_WORDS[status];
}

/** What a word can be taken for; of a wallet line only its direction. */
export const STATUSES_OF_KIND: Readonly<Record<SourceKind, readonly OrderStatus[]>> = {
  orders: ['fulfilled', 'unfulfilled', 'cancelled', 'unknown'],
  wallet: ['fulfilled', 'cancelled'],
};
