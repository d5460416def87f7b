/**
 * The filters of the exceptions as the engine takes them, and the addresses that stand for them. Pure. Without a word about it the list
 * holds what is open: that is what is to be done.
 */
import type { CallInput } from '../../../../contract/calls.ts';
import { AGE_BUCKETS } from '../../../../domain/exception.ts';
import { FINDING_KINDS, FINDING_LISTS, type FindingKind } from '../../../../domain/finding.ts';
import { type Address, boundsIn, knownIn, textIn, wordsIn } from '../../../ui/index.ts';

/** A filter as the engine takes it. */
export type ExceptionFilterInput = NonNullable<CallInput<'exceptions.page'>['filter']>;

/** Which of them the list shows, as one choice. `gone` are those that the facts do not show any more. */
export const SHOWN = ['open', 'resolved', 'all', 'gone'] as const;
export type Shown = (typeof SHOWN)[number];

/** The choice of an address. */
export function shownIn(address: Pick<Address, 'text'>): Shown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'open';
}

/** What the address asks for, in days of the zone; of these kinds, where it names none of them. */
export function exceptionFilter(
  address: Address,
  timeZone: string,
  kinds: readonly FindingKind[] = FINDING_KINDS,
): ExceptionFilterInput {
  const record = boundsIn(address, 'record', timeZone);
  const shown = shownIn(address);
  return {
    state: shown === 'open' || shown === 'resolved' ? [shown] : undefined,
    cleared: shown === 'gone' ? true : undefined,
    kind: knownIn(address, 'kind', kinds) ?? (kinds.length === FINDING_KINDS.length ? undefined : [...kinds]),
    list: knownIn(address, 'list', FINDING_LISTS),
    assignee: namesIn(address, 'assignee'),
    age: knownIn(address, 'age', AGE_BUCKETS),
    unit: namesIn(address, 'unit'),
    text: textIn(address, 'text'),
    recordFrom: record.from,
    recordTo: record.to,
  };
}

/** In the address nobody, and no unit, is "-", since an empty word says nothing there. */
export const NONE = '-';

function namesIn(address: Address, name: string): string[] | undefined {
  return wordsIn(address, name)?.map((word) => (word === NONE ? '' : word.slice(0, MAX_NAME)));
}

const MAX_NAME = 64;
