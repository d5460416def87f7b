// What happened to one invoice, the latest first: made, paid or ended, each attempt of its webhook, and what was found changed afterwards.
import { Text } from '@mantine/core';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import type { Attempt, Delivery } from '../../../domain/webhooks/delivery.ts';
import { attemptOutcome, failureCause } from '../../../domain/webhooks/delivery-cause.ts';
import { paidAmount } from '../../../domain/webhooks/paid-amount.ts';
import { CAUSE_WORDS } from '../../parts/index.ts';
import { Facts, moneyWords, Panel, plainText, TimeOfDayText } from '../../ui/index.ts';
import type { InvoiceAnswer } from './use-invoice.ts';

/** `at`: as the API or the log has it. */
interface Happening {
  readonly at: string;
  readonly words: string;
}

/** More than these are in the attempts and the changes, which have all of them. */
const MOST = 12;

/** `deliveries`: null while they were not read. */
export function WhatHappened(props: {
  readonly answer: Pick<InvoiceAnswer, 'invoice' | 'history'>;
  readonly deliveries: readonly Delivery[] | null;
}) {
  const all = happenings(props.answer, props.deliveries ?? []);
  if (all.length === 0) return null;
  const shown = all.slice(0, MOST);
  return (
    <Panel title="What happened">
      <Facts isBeside of={shown.map(({ at, words }) => [<TimeOfDayText key="at" value={at} short />, words])} />
      {all.length > shown.length ? (
        <Text c="dimmed" fz="xs">
          {all.length - shown.length} earlier in its attempts and changes
        </Text>
      ) : null}
    </Panel>
  );
}

/** The latest first; of two at one moment what follows from the other. What has no readable time is left out. */
export function happenings(
  { invoice, history }: Pick<InvoiceAnswer, 'invoice' | 'history'>,
  deliveries: readonly Delivery[],
): readonly Happening[] {
  const { created_at: created, finished_at: finished } = invoice;
  const found = [
    event(created, `Created for ${moneyWords(invoice.amount, invoice.currency.code, false)} ${codeOf(invoice)}`),
    event(finished, endWords(invoice, deliveries)),
    ...deliveries.flatMap(({ attempts_history: attempts }) =>
      attempts.map((attempt) => event(attempt.created_at, attemptWords(attempt))),
    ),
    ...foundLater(history),
  ];
  return found
    .flatMap((one, index) => (one === null ? [] : [{ ...one, ms: toEpochMs(one.at) ?? Number.NaN, index }]))
    .filter(({ ms }) => !Number.isNaN(ms))
    .sort((left, right) => right.ms - left.ms || right.index - left.index)
    .map(({ at, words }) => ({ at, words }));
}

const event = (at: string | null, words: string): Happening | null => (at === null ? null : { at, words });
const codeOf = ({ currency }: Invoice): string => plainText(currency.code.slice(0, 12));

function endWords(invoice: Invoice, deliveries: readonly Delivery[]): string {
  const paid = invoice.status === 'success' ? paidAmount(invoice, deliveries) : null;
  if (paid !== null) return `Paid ${moneyWords(paid.amount, invoice.currency.code, false)} ${codeOf(invoice)}`;
  return ENDS.get(invoice.status) ?? `Ended as “${plainText(invoice.status.slice(0, 40))}”`;
}

const ENDS: ReadonlyMap<string, string> = new Map([
  ['success', 'Paid'],
  ['fail', 'Failed'],
  ['expired', 'Expired unpaid'],
  ['canceled', 'Canceled'],
]);

function attemptWords(attempt: Attempt): string {
  const { status_code: statusCode, error, attempt_number: number } = attempt;
  const name = number === null ? 'Attempt' : `Attempt ${number}`;
  const outcome = attemptOutcome(attempt);
  if (outcome === 'succeeded') return 'Webhook delivered';
  if (outcome === 'unknown') return `${name}: no answer recorded`;
  return `${name}: ${statusCode === null ? CAUSE_WORDS[failureCause({ statusCode, error })] : `HTTP ${statusCode}`}`;
}

/** What one answer showed changed in the final record is one thing that happened. */
function foundLater(history: InvoiceAnswer['history']): readonly Happening[] {
  const late = history.filter((change) => change.late !== undefined);
  return [...Map.groupBy(late, ({ seenAt }) => seenAt)].map(([at, changes]) => {
    const isAdjusted = changes.some((change) => change.late === 'adjusted-later');
    return { at, words: isAdjusted ? 'Found adjusted' : `Found changed: ${plainText(changes[0]?.field ?? '')}` };
  });
}
