// The filters of the exceptions, declared once: their controls and what the engine is asked for. Pure.
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import { type DueState, type Exception, EXCEPTION_LIST } from '../../../../domain/reconcile/exception.ts';
import { FINDING_KINDS, type FindingKind, type FindingList } from '../../../../domain/kernel/finding.ts';
import { choice, known } from '../../../../domain/kernel/list.ts';
import { type Address, entryPath, filterOf, NONE, plainText, recordPath } from '../../../ui/index.ts';
import { AGE_WORDS, FINDING_WORDS, LABEL_CONTROL, termsOn, type TriageSubject } from '../../../parts/index.ts';

export type ExceptionFilterInput = NonNullable<CallInput<'exceptions.page'>['filter']>;

/** Which of them the list shows, as one choice. `gone` are those that the facts do not show any more. */
export const SHOWN = ['open', 'resolved', 'all', 'gone'] as const;
export type ExceptionsShown = (typeof SHOWN)[number];

export const SHOWN_WORDS: Readonly<Record<ExceptionsShown, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  gone: 'Cleared',
};

const DUE_WORDS: Readonly<Record<DueState, string>> = {
  due: 'today or before',
  later: 'later',
  none: 'no day',
};

/** Whoever sits here, in the address: in a view that is saved so, everybody finds their own. */
export const MINE = 'me';

function wordOr(none: string, word: string, most: number): string {
  return word === NONE ? none : plainText(word.slice(0, most));
}

/** Of a list that shows these kinds. */
export function exceptionFilterOf(kinds: readonly FindingKind[]) {
  return filterOf(
    { ...EXCEPTION_LIST.filter, state: choice(SHOWN), kind: known(kinds) },
    {
      text: { label: 'Search exceptions', placeholder: 'Id or note', take: termsOn('exceptions') },
      state: { label: 'State', wordOf: (state) => SHOWN_WORDS[state] },
      kind: { label: 'Finding', options: 'kinds', wordOf: (kind) => FINDING_WORDS[kind].name },
      assignee: { label: 'Assigned', options: 'assignees', wordOf: (word) => wordOr('nobody', word, 40) },
      due: { label: 'Due', wordOf: (due) => DUE_WORDS[due] },
      unit: { label: 'Unit', options: 'units', wordOf: (word) => wordOr('no unit', word, 24) },
      amount: { label: 'Amount', of: { difference: 'Difference', record: 'Of the record' } },
      record: { label: 'Date of the record' },
      label: LABEL_CONTROL,
      age: { label: 'Age', options: 'ages', wordOf: (age) => AGE_WORDS[age] },
      list: { label: 'List', wordOf: (list) => LIST_WORDS[list] },
    },
  );
}

export function shownIn(address: Pick<Address, 'text'>): ExceptionsShown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'open';
}

/** What the address asks for, in days of the zone; of these kinds, where it names none of them. `me`: who sits here, null where that is not known. */
export function exceptionFilter(
  address: Address,
  timeZone: string,
  kinds: readonly FindingKind[] = FINDING_KINDS,
  me: string | null = null,
): ExceptionFilterInput {
  const { state: _state, ...asked } = exceptionFilterOf(kinds).read(address, timeZone);
  const shown = shownIn(address);
  return {
    ...asked,
    assignee: asked.assignee?.map((word) => (word === MINE ? (me ?? word) : word)),
    state: shown === 'open' || shown === 'resolved' ? [shown] : undefined,
    cleared: shown === 'gone' ? true : undefined,
    kind: asked.kind ?? (kinds.length === FINDING_KINDS.length ? undefined : [...kinds]),
  };
}

/** Each word with as many rows as choosing it shows; `counts` are of what the other filters leave. */
export function exceptionCounts(
  counts: CallOutput<'exceptions.counts'> | undefined,
  labels: readonly { readonly value: string }[],
) {
  if (counts === undefined) return undefined;
  const counted = (value: string | null, { open, resolved }: { readonly open: number; readonly resolved: number }) => ({
    value: value ?? NONE,
    count: open + resolved,
  });
  return {
    kinds: counts.kinds.map((one) => counted(one.kind, one)),
    assignees: counts.assignees.map((one) => counted(one.assignee, one)),
    units: counts.units.map((one) => counted(one.unit, one)),
    labels,
    ages: counts.ages.map((one) => counted(one.age, one)),
  };
}

export const LIST_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'invoices',
  withdrawals: 'withdrawals',
  customers: 'customers',
  endpoints: 'endpoints',
  entries: 'your ledger',
};

/** What the title of an exception opens. */
export const OPENS_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'Open the invoice',
  withdrawals: 'Open the withdrawal',
  customers: 'Open the customer',
  endpoints: 'Open the endpoint',
  entries: 'Open the entry, with both sides',
};

export function pathOf({ list, recordUuid }: Pick<Exception, 'list' | 'recordUuid'>): string {
  return list === 'entries' ? entryPath(recordUuid) : recordPath(list, recordUuid);
}

export function recordName({ label, recordUuid }: Pick<Exception, 'label' | 'recordUuid'>): string {
  return plainText((label === null || label.trim() === '' ? recordUuid : label).slice(0, 120));
}

/** An exception as triage knows it. */
export function subjectOf(row: Exception): TriageSubject {
  const { id, state, assignee, updatedAt } = row;
  return { rowId: id, id, name: recordName(row), state, assignee, updatedAt };
}
