// The state of the form: what is typed, under which intent it would be sent, what came of sending it.
import { screenPath } from '../../../../domain/console/screens.ts';
import { useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Failure, Result } from '../../../../domain/kernel/failure/failure.ts';
import { type Order, ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import { useCall, useCalls, useOnce, useProfile } from '../../../bridge/index.ts';
import { draftsOf, navigateTo, useHashSearch, useIsHere, useLatest } from '../../../ui/index.ts';
import { type OrderDraft, type FieldNotes, isMissing, notesOn, orderOf } from './draft.ts';
import { type OrderRefusal, refusalOf } from './refusal.ts';

export interface FormStart {
  readonly draft: OrderDraft;
  /** The closed invoice that is made again. */
  readonly recreatedFrom: string | null;
  readonly refusal: OrderRefusal | null;
}

export interface OrderForm {
  readonly draft: OrderDraft;
  readonly order: Order;
  readonly set: (field: OrderField, text: string) => void;
  /** Takes another id for one that cannot be used; false when that one no longer stands there, or the order is on its way. */
  readonly replaceId: (unusable: string, free: string) => boolean;
  /** Notes to show: an empty field is not blamed before somebody tries to send. */
  readonly notes: FieldNotes;
  /** The first field that stands in the way; null when the order may go out. */
  readonly blockedBy: OrderField | null;
  readonly refusal: OrderRefusal | null;
  readonly refusals: number;
  readonly isSending: boolean;
  readonly send: () => void;
}

/** What is typed, and the intent under which it would be sent: sent once more after the lock, it is the same one. */
const useHeldOrder = draftsOf<{ readonly draft: OrderDraft; readonly intentId: string }>();

/** So long the form waits for its answer before it shows the order under way, if the books have it by then. */
const PATIENCE_MS = 2_500;

/** The form over a start; `methods` and the profile decide what is said about what is typed. */
export function useOrderForm(start: FormStart): OrderForm {
  const { run } = useCalls();
  const { once, busy: isSending } = useOnce();
  const { profile } = useProfile();
  const methods = useCall('paymentMethods.list', {}, { refreshOn: ['paymentMethods'] }).data?.methods ?? null;
  const [first] = useState(() => ({ draft: start.draft, intentId: newIntent() }));
  const [{ draft, intentId }, setHeld] = useHeldOrder(`${profile?.id} ${useHashSearch()}`, first);
  const [refusal, setRefusal] = useState(start.refusal);
  const [refusals, setRefusals] = useState(0);
  const [hasTried, setHasTried] = useState(false);
  const isHere = useIsHere();
  const order = orderOf(draft, methods);
  const notes = notesOn(draft, { methods, allowLoopback: profile?.kind === 'sandbox' });
  const blockedBy = firstBlocked(notes);
  const latest = useLatest({ draft, isSending });

  const showOrder = async (): Promise<boolean> => {
    const recorded = await run('creates.get', { intentId });
    if (!recorded.ok || !isHere()) return false;
    navigateTo(outcomePath(intentId), { replace: true });
    return true;
  };

  const send = async (): Promise<void> => {
    setHasTried(true);
    if (blockedBy !== null) return;
    setRefusal(null);
    const patience = setInterval(() => void showOrder(), PATIENCE_MS);
    const { recreatedFrom } = start;
    const parent = recreatedFrom === null ? {} : { recreatedFrom };
    const result = await run('invoices.create', { ...order, intentId, ...parent });
    clearInterval(patience);
    const failure = failureOf(result, intentId);
    if (!isHere()) return;
    // An answer of the console itself that was lost says nothing about the order; the books do.
    if ((failure === null || isUnclear(failure)) && (await showOrder())) return;
    if (!isHere()) return;
    if (failure === null) {
      navigateTo(outcomePath(intentId), { replace: true });
      return;
    }
    // What was refused is another order when it is sent again; what is unclear stays the same one, so that nothing is sent twice.
    if (!isUnclear(failure)) setHeld((before) => ({ ...before, intentId: newIntent() }));
    setRefusals((before) => before + 1);
    setRefusal(refusalOf(failure));
  };

  /** Called late, too, by what was asked meanwhile: so it builds on what stands there then. */
  const set = (field: OrderField, text: string): void => {
    setHeld((before) => ({ draft: { ...before.draft, [field]: text }, intentId: newIntent() }));
    setRefusal((before) => (before === null ? null : withoutField(before, field)));
  };
  const replaceId = (unusable: string, free: string): boolean => {
    const { current } = latest;
    if (current.isSending || current.draft.external_id !== unusable) return false;
    set('external_id', free);
    return true;
  };

  return {
    draft,
    order,
    set,
    replaceId,
    notes: hasTried ? notes : withoutBlame(notes, draft),
    blockedBy,
    refusal,
    refusals,
    isSending,
    send: () => void once(send),
  };
}

/** Why the form keeps the order; null when there is an outcome to show. */
function failureOf(result: Result<CallOutput<'invoices.create'>>, intentId: string): Failure | null {
  if (!result.ok) return result.failure;
  if (result.value.outcome !== 'refused') return null;
  return result.value.failure ?? { kind: 'unknown-outcome', intentId };
}

/** The order may have gone out all the same. */
function isUnclear({ kind }: Failure): boolean {
  return kind === 'unknown-outcome' || kind === 'bug';
}

function newIntent(): string {
  return crypto.randomUUID();
}

export function outcomePath(intentId: string): string {
  return screenPath('created', { intent: intentId });
}

export function formPath(intentId: string): string {
  return `${screenPath('new-invoice')}?intent=${encodeURIComponent(intentId)}`;
}

function firstBlocked(notes: FieldNotes): OrderField | null {
  return ORDER_FIELDS.find((field) => notes[field]?.tone === 'stop') ?? null;
}

function withoutBlame(notes: FieldNotes, draft: OrderDraft): FieldNotes {
  return Object.fromEntries(
    ORDER_FIELDS.flatMap((field) => {
      const note = notes[field];
      return note === undefined || isMissing(draft, field) ? [] : [[field, note]];
    }),
  );
}

/** A field that is changed is no longer what the API refused. */
function withoutField(refusal: OrderRefusal, field: OrderField): OrderRefusal {
  const { [field]: _gone, ...fields } = refusal.fields;
  return { ...refusal, fields };
}

export function inputId(field: OrderField): string {
  return `order-${field}`;
}

export function focusField(field: OrderField): void {
  document.getElementById(inputId(field))?.focus();
}

/** The same, unless somebody went on to another field meanwhile. */
export function focusFieldUnlessTyping(field: OrderField): void {
  if (!(document.activeElement instanceof HTMLInputElement)) focusField(field);
}
