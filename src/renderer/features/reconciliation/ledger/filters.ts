/**
 * The filters of the merchant's own books as the engine takes them, and the addresses that stand for them. Pure. Orders and wallet are two views
 * of one screen; without a word about it it shows the orders.
 */
import type { CallInput } from '../../../../contract/calls.ts';
import {
  MATCH_OUTCOMES,
  MATCH_PASSES,
  type MatchOutcome,
  SOURCE_KINDS,
  type SourceKind,
} from '../../../../domain/entry.ts';
import { type Address, boundsIn, knownIn, textIn, wordsIn } from '../../../ui/index.ts';

/** A filter as the engine takes it. */
export type EntryFilterInput = NonNullable<CallInput<'entries.page'>['filter']>;

/** A bucket: where an entry stands, or that no run has looked at it. */
export type Bucket = MatchOutcome | 'unmatched-yet';
export const BUCKETS: readonly Bucket[] = [...MATCH_OUTCOMES, 'unmatched-yet'];

/** Which books the address shows. */
export function kindIn(address: Pick<Address, 'text'>): SourceKind {
  return SOURCE_KINDS.find((kind) => kind === address.text('kind')) ?? 'orders';
}

/** What the address asks for, in days of the zone. */
export function entryFilter(address: Address, timeZone: string): EntryFilterInput {
  const at = boundsIn(address, 'at', timeZone);
  return {
    kind: kindIn(address),
    sourceId: textIn(address, 'sourceId'),
    importId: textIn(address, 'importId'),
    outcome: knownIn(address, 'outcome', BUCKETS),
    pass: knownIn(address, 'pass', MATCH_PASSES),
    unit: wordsIn(address, 'unit'),
    recordUuid: textIn(address, 'recordUuid'),
    text: textIn(address, 'text'),
    from: at.from,
    to: at.to,
  };
}
