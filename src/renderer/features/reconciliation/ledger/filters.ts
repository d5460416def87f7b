// The filter of the merchant's own books, declared once: its controls and what the engine is asked for. Pure.
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import {
  ENTRY_LIST,
  MATCH_OUTCOMES,
  MATCH_PASSES,
  type MatchOutcome,
  type MatchPass,
  SOURCE_KINDS,
  type SourceKind,
} from '../../../../domain/ledger/entry.ts';
import { known } from '../../../../domain/kernel/list.ts';
import { type Address, filterOf, knownIn, plainText } from '../../../ui/index.ts';
import { OUTCOME_WORDS, OUTCOMES_ON_SCREEN, PASS_WORDS, termsOn } from '../../../parts/index.ts';

export type EntryFilterInput = NonNullable<CallInput<'entries.page'>['filter']>;

/** A bucket: where an entry stands, or that no run has looked at it. */
export type Bucket = MatchOutcome | 'unmatched-yet';
export const BUCKETS: readonly Bucket[] = [...MATCH_OUTCOMES, 'unmatched-yet'];

/** No pass of one kind of books is one of the other. */
const PASSES_OF: Readonly<Record<SourceKind, readonly MatchPass[]>> = {
  orders: MATCH_PASSES.filter((pass) => pass !== 'tx-hash' && pass !== 'address-amount-time'),
  wallet: ['by-hand', 'tx-hash', 'address-amount-time'],
};

export function kindIn(address: Pick<Address, 'text'>): SourceKind {
  return SOURCE_KINDS.find((kind) => kind === address.text('kind')) ?? 'orders';
}

/** `names`: what people call sources and imports, by their ids. */
export function entryFilterOf(kind: SourceKind, names: ReadonlyMap<string, string>) {
  const nameOf = (id: string): string => plainText((names.get(id) ?? id).slice(0, 64));
  return filterOf(
    { ...ENTRY_LIST.filter, pass: known(PASSES_OF[kind]) },
    {
      text: { label: 'Search the ledger', placeholder: 'Any id', take: termsOn('ledger') },
      unit: { label: 'Currency', options: 'units', wordOf: (unit) => plainText(unit.slice(0, 24)) },
      at: { label: 'Date' },
      amount: { label: 'Amount', of: { amount: 'Ledger amount', difference: 'Difference' } },
      sourceId: { label: 'Source', options: 'sources', wordOf: nameOf },
      pass: { label: 'Matched by', wordOf: (pass) => PASS_WORDS[pass].name },
      importId: { label: 'Import', options: 'imports', wordOf: nameOf, isRare: true },
      recordUuid: { label: 'Record', options: 'records', isRare: true },
    },
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** What the address asks for, in days of the zone. */
export function entryFilter(address: Address, timeZone: string): EntryFilterInput {
  const kind = kindIn(address);
  return {
    ...entryFilterOf(kind, NO_NAMES).read(address, timeZone),
    kind,
    outcome: knownIn(address, 'outcome', BUCKETS),
    pass: knownIn(address, 'pass', MATCH_PASSES),
  };
}

interface BucketGroup {
  readonly name: string;
  readonly tone: 'good' | 'warn' | 'quiet';
  readonly count: number;
  readonly buckets: readonly { readonly bucket: Bucket; readonly count: number }[];
}

type Counts = Pick<CallOutput<'entries.counts'>, 'total' | 'outcomes'>;

/** Buckets in the order of the screen, in groups that add up to all entries. Without what counts nothing, unless it is chosen: a filter is always in sight. */
export function bucketGroups({ total, outcomes }: Counts, chosen: readonly Bucket[]) {
  const countOf = (bucket: Bucket): number => {
    const outcome = bucket === 'unmatched-yet' ? null : bucket;
    return outcomes.reduce((sum, one) => (one.outcome === outcome ? sum + one.count : sum), 0);
  };
  const group = (name: string, tone: BucketGroup['tone'], of: readonly Bucket[]): BucketGroup => {
    const buckets = of.map((bucket) => ({ bucket, count: countOf(bucket) }));
    return {
      name,
      tone,
      count: buckets.reduce((sum, one) => sum + one.count, 0),
      buckets: buckets.filter(({ bucket, count }) => count > 0 || chosen.includes(bucket)),
    };
  };
  const inOrder = OUTCOMES_ON_SCREEN.filter((outcome) => OUTCOME_WORDS[outcome].isInOrder);
  const toLookAt = OUTCOMES_ON_SCREEN.filter((outcome) => !OUTCOME_WORDS[outcome].isInOrder);
  const groups = [
    // What is replaced is no word of today's books: neither in order nor to look at.
    group(
      'In order',
      'good',
      inOrder.filter((outcome) => outcome !== 'replaced'),
    ),
    group('Waiting', 'quiet', ['unmatched-yet']),
    group('Replaced', 'quiet', ['replaced']),
    // Last: the longest, for a line of its own.
    group('To look at', 'warn', toLookAt),
  ];
  const sum = groups.reduce((all, { count }) => all + count, 0);
  // `missing`: all entries less those of the buckets: zero.
  return { groups: groups.filter(({ buckets }) => buckets.length > 0), missing: total - sum };
}
