// The filter of the merchant's own books, declared once: its controls and what the engine is asked for. Pure. Orders
// and wallet are two views of one screen; without a word about it it shows the orders.
import type { CallInput } from '../../../../contract/calls.ts';
import {
  MATCH_OUTCOMES,
  MATCH_PASSES,
  type MatchOutcome,
  type MatchPass,
  SOURCE_KINDS,
  type SourceKind,
} from '../../../../domain/entry.ts';
import { type Address, filterOf, knownIn, PASS_WORDS, plainText } from '../../../ui/index.ts';

/** A filter as the engine takes it. */
export type EntryFilterInput = NonNullable<CallInput<'entries.page'>['filter']>;

/** A bucket: where an entry stands, or that no run has looked at it. */
export type Bucket = MatchOutcome | 'unmatched-yet';
export const BUCKETS: readonly Bucket[] = [...MATCH_OUTCOMES, 'unmatched-yet'];

/** No pass of one kind of books is one of the other. */
const PASSES_OF: Readonly<Record<SourceKind, readonly MatchPass[]>> = {
  orders: MATCH_PASSES.filter((pass) => pass !== 'tx-hash' && pass !== 'address-amount-time'),
  wallet: ['by-hand', 'tx-hash', 'address-amount-time'],
};

/** Which books the address shows. */
export function kindIn(address: Pick<Address, 'text'>): SourceKind {
  return SOURCE_KINDS.find((kind) => kind === address.text('kind')) ?? 'orders';
}

/** `names`: what people call sources and imports, by their ids. */
export function entryFilterOf(kind: SourceKind, names: ReadonlyMap<string, string>) {
  const nameOf = (id: string): string => plainText((names.get(id) ?? id).slice(0, 64));
  return filterOf({
    text: { as: 'text', label: 'Search the ledger', placeholder: 'Id, address, customer' },
    unit: { as: 'words', label: 'Currency', options: 'units', wordOf: (unit) => plainText(unit.slice(0, 24)) },
    at: { as: 'days', label: 'Date' },
    amount: { as: 'amount', label: 'Amount', of: { amount: 'Ledger amount', difference: 'Difference' } },
    sourceId: { as: 'word', label: 'Source', options: 'sources', wordOf: nameOf },
    pass: {
      as: 'words',
      label: 'Matched by',
      known: PASSES_OF[kind],
      wordOf: (word) => MATCH_PASSES.filter((pass) => pass === word).map((pass) => PASS_WORDS[pass].name)[0] ?? word,
    },
    importId: { as: 'word', label: 'Import', options: 'imports', wordOf: nameOf, isRare: true },
    recordUuid: { as: 'word', label: 'Record', isRare: true },
  });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** What the address asks for, in days of the zone. */
export function entryFilter(address: Address, timeZone: string): EntryFilterInput {
  const kind = kindIn(address);
  const { atFrom: from, atTo: to, pass: _pass, ...asked } = entryFilterOf(kind, NO_NAMES).read(address, timeZone);
  return {
    kind,
    ...asked,
    outcome: knownIn(address, 'outcome', BUCKETS),
    pass: knownIn(address, 'pass', MATCH_PASSES),
    from,
    to,
  };
}
