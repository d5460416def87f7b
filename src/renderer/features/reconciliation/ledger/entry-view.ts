// An entry beside its record, column by column: what stands on either side, and whether the two agree. Pure, exact.
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Entry } from '../../../../domain/ledger/entry.ts';
import { canonicalMoney, compareMoney, isExactDecimal, subtractMoney } from '../../../../domain/kernel/money/money.ts';
import { plainText } from '../../../../domain/kernel/text/plain-text.ts';
import { entryPath, grouped, recordPath } from '../../../ui/index.ts';

export type Detail = CallOutput<'entries.get'>;
export type ShownRecordSide = Detail['records'][number];

/** What people call an entry: its id, else its address, else where it stands. */
export function entryName({ ident, address, line }: Pick<Entry, 'ident' | 'address' | 'line'>): string {
  const name = [ident, address].find((one) => one !== null && one.trim() !== '');
  return name === undefined || name === null ? `line ${grouped(line)}` : plainText(name.slice(0, 120));
}

/** The screen of its record; without one its own. */
export function recordPathOf({ id, kind, recordUuid }: Entry): string {
  return recordUuid === null ? entryPath(id) : recordPath(kind === 'orders' ? 'invoices' : 'withdrawals', recordUuid);
}

/** The amount that one entry was held against, exact: its own less the difference. Null where there is none, or several make it up. */
export function oursOf({ amount, delta, pass }: Pick<Entry, 'amount' | 'delta' | 'pass'>): string | null {
  return delta === null || pass === 'by-hand' ? null : exactDifference(amount, delta);
}

/** left − right in its one spelling; null where one of them is no amount. */
export function exactDifference(left: string, right: string): string | null {
  return isExactDecimal(left) && isExactDecimal(right) ? canonicalMoney(subtractMoney(left, right)) : null;
}

/** `near`: not the same, and no more apart than is allowed. Null: nothing to compare, as where one side says nothing. */
export type EntryVerdict = 'same' | 'near' | 'differs' | null;

export type Side =
  | { readonly is: 'none' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'amount'; readonly amount: string; readonly unit: string | null }
  | { readonly is: 'instant'; readonly at: string }
  | { readonly is: 'status'; readonly record: ShownRecordSide };

export interface SideLine {
  readonly key: 'ident' | 'address' | 'amount' | 'status' | 'at' | 'customer' | 'memo';
  readonly label: string;
  readonly yours: Side;
  readonly ours: Side;
  readonly verdict: EntryVerdict;
  /** The field of the record, by the API's name, where the label does not say it. */
  readonly field: string | null;
}

const NONE: Side = { is: 'none' };

/** Both sides of one entry and one record, or of an entry alone. */
export function sidesOf(entry: Entry, record: ShownRecordSide | null, tolerance: string | null): readonly SideLine[] {
  const { ident, address, customer, memo } = entry;
  const isOrder = entry.kind === 'orders';
  const isUuid = isOrder && record !== null && isSame('any-case')(ident ?? '', record.uuid);
  const lines = [
    ...(isUuid
      ? [textLine('ident', 'Id', 'uuid', ident, record.uuid, () => true)]
      : isOrder
        ? [textLine('ident', 'Id', 'external_id', ident, record?.ident, isSame('exact'))]
        : [
            textLine('ident', 'Hash', 'tx_hash', ident, record?.txHash, isSameHash),
            textLine('address', 'Address', 'address', address, record?.ident, isSameAddress),
          ]),
    amountLine(entry, record, tolerance),
    statusLine(entry, record),
    atLine(entry, record, isOrder ? 'finished_at' : 'processed_at'),
    ...(isOrder
      ? [textLine('customer', 'Customer', 'customer_id', customer, record?.customerId, isSame('exact'))]
      : []),
    textLine('memo', 'Memo', null, memo, null),
  ];
  return lines.filter(({ yours, ours }) => yours.is !== 'none' || ours.is !== 'none');
}

type IsSame = (yours: string, ours: string) => boolean;

/** Judged only where both sides say something. */
function textLine(
  key: SideLine['key'],
  label: string,
  field: string | null,
  yours: string | null,
  ours: string | null | undefined = null,
  isSameText: IsSame = () => true,
): SideLine {
  const verdict = yours === null || ours === null ? null : isSameText(yours, ours) ? 'same' : 'differs';
  return { key, label, yours: textSide(yours), ours: textSide(ours), verdict, field };
}

function amountLine(entry: Entry, record: ShownRecordSide | null, tolerance: string | null): SideLine {
  // Before there is a match, the first amount that the record has.
  const held = record?.amounts.find(({ field }) => field === entry.against) ?? record?.amounts[0] ?? null;
  return {
    key: 'amount',
    label: 'Amount',
    yours: { is: 'amount', amount: entry.amount, unit: entry.unit },
    ours: held === null ? NONE : { is: 'amount', amount: held.amount, unit: held.unit },
    verdict: held === null ? null : amountVerdict(entry, held, tolerance),
    field: held?.field ?? null,
  };
}

function amountVerdict(entry: Entry, held: ShownRecordSide['amounts'][number], tolerance: string | null): EntryVerdict {
  if (held.unit !== null && held.unit.toUpperCase() !== entry.unit.toUpperCase()) return 'differs';
  const delta = exactDifference(entry.amount, held.amount);
  if (delta === null) return null;
  if (delta === '0') return 'same';
  const size = delta.replace('-', '');
  return tolerance !== null && isExactDecimal(tolerance) && compareMoney(size, tolerance) <= 0 ? 'near' : 'differs';
}

function statusLine(entry: Entry, record: ShownRecordSide | null): SideLine {
  const said = entry.statusText ?? (entry.kind === 'wallet' ? DIRECTION_WORDS[entry.direction] : null);
  return {
    key: 'status',
    label: 'Status',
    yours: textSide(said ?? (entry.status === 'unknown' ? null : entry.status)),
    ours: record === null ? NONE : { is: 'status', record },
    verdict: statusVerdict(entry),
    field: 'status',
  };
}

export const DIRECTION_WORDS: Readonly<Record<Entry['direction'], string>> = { in: 'came in', out: 'went out' };

/** As the match has judged it: which words go together is a rule of its own. */
function statusVerdict({ outcome, status }: Entry): EntryVerdict {
  if (outcome === 'fulfilled-not-paid' || outcome === 'paid-not-fulfilled') return 'differs';
  return status !== 'unknown' && (outcome === 'matched' || outcome === 'within-tolerance') ? 'same' : null;
}

function atLine(entry: Entry, record: ShownRecordSide | null, field: string): SideLine {
  return {
    key: 'at',
    label: 'Time',
    yours: entry.at === null ? NONE : { is: 'instant', at: entry.at },
    ours: record?.at === null || record === null ? NONE : { is: 'instant', at: record.at },
    verdict: entry.pass === 'address-amount-time' ? 'near' : null,
    field,
  };
}

function textSide(text: string | null): Side {
  return text === null || text === '' ? NONE : { is: 'text', text };
}

function isSame(how: 'exact' | 'any-case'): IsSame {
  const read = (text: string): string => (how === 'exact' ? text.trim() : text.trim().toLowerCase());
  return (yours, ours) => read(yours) === read(ours);
}

/** Hashes of a chain are written with or without 0x, in either case. */
function isSameHash(yours: string, ours: string): boolean {
  const bare = (hash: string): string => hash.trim().toLowerCase().replace(/^0x/, '');
  return bare(yours) === bare(ours);
}

/** Only addresses of the 0x kind mean the same in either case. */
function isSameAddress(yours: string, ours: string): boolean {
  return isSame(/^0x/i.test(yours.trim()) ? 'any-case' : 'exact')(yours, ours);
}

type InvoiceRow = CallOutput<'invoices.page'>['rows'][number];
type WithdrawalRow = CallOutput<'withdrawals.page'>['rows'][number];

type SideAmount = ShownRecordSide['amounts'][number];

/** Nothing where the record has none. */
function amountOf(field: SideAmount['field'], amount: string | null, unit: string | null): readonly SideAmount[] {
  return amount === null ? [] : [{ field, amount, unit }];
}

/** An invoice with what an order can be held against. */
export function invoiceSide(row: InvoiceRow): ShownRecordSide {
  const { uuid, external_id: ident, status, amount, currency, adjustment, settled_amount_usdt: settled } = row;
  return {
    list: 'invoices',
    uuid,
    ident,
    status,
    amounts: [
      { field: 'amount', amount, unit: currency.code },
      ...amountOf('adjustment.actual_amount_fiat', adjustment?.actual_amount_fiat ?? null, currency.code),
      ...amountOf('settled_amount_usdt', settled, 'USDT'),
    ],
    at: row.finished_at ?? row.created_at,
    txHash: null,
    customerId: row.customer_id,
    missingSince: row.missingSince ?? null,
  };
}

/** A withdrawal with what a line of a wallet can be held against. */
export function withdrawalSide(row: WithdrawalRow): ShownRecordSide {
  const { uuid, address, status, token, amount, amount_to_send: sent } = row;
  return {
    list: 'withdrawals',
    uuid,
    ident: address,
    status,
    amounts: [...amountOf('amount_to_send', sent, token), { field: 'withdrawal.amount', amount, unit: token }],
    at: row.processed_at ?? row.created_at,
    txHash: row.tx_hash,
    customerId: null,
    missingSince: row.missingSince ?? null,
  };
}

export function recordName({ ident, uuid }: Pick<ShownRecordSide, 'ident' | 'uuid'>): string {
  return plainText((ident === null || ident.trim() === '' ? uuid : ident).slice(0, 120));
}
