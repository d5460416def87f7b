// What became of a create, in words: a total table over the outcomes. Pure.
import type { CreateRecord } from '../../../../contract/calls/creates.ts';
import { isTerminal } from '../../../../domain/records/invoice.ts';
import { isWindowOver, type PaymentWindow } from '../../../../domain/records/payment-window.ts';
import type { OrderField } from '../../../../domain/create/order.ts';

export interface CreateOutcomeWords {
  readonly tone: 'good' | 'notice' | 'warn' | 'bad';
  readonly title: string;
  readonly words: string;
}

/** Title and sentence of an outcome, as far as it is known now (`nowMs`, on the API's clock). */
export function outcomeWords(record: CreateRecord, nowMs: number): CreateOutcomeWords {
  switch (record.outcome) {
    case 'waiting':
      return record.state === 'restored' ? RESTORED : record.state === 'looking-up' ? LOOKING_UP : SENDING;
    case 'created':
      return sinceWords('Created', record.invoice, nowMs) ?? CREATED;
    case 'existing':
      return existingWords(record, nowMs);
    case 'conflict':
      return mustChooseId(record) ? TAKEN_ID : (CLOSED_IDS.get(record.invoice?.status ?? '') ?? CLOSED_ID);
    case 'refused':
      return { tone: 'bad', title: 'Not created', words: 'Nothing was made at the API.' };
    case 'unknown':
      return UNKNOWN;
  }
}

const CREATED: CreateOutcomeWords = {
  tone: 'good',
  title: 'The invoice is created',
  words: 'Send its payment link to the customer. Fulfil only once it is paid.',
};

const SENDING: CreateOutcomeWords = {
  tone: 'notice',
  title: 'Sending the order',
  words:
    'It may have to wait for its turn within the request limit. You may leave this page; it is sent once all the same.',
};

const LOOKING_UP: CreateOutcomeWords = {
  tone: 'notice',
  title: 'Looking up what the API has',
  words: 'The answer was unclear, so the console asks for the invoice by its id before it says anything.',
};

const RESTORED: CreateOutcomeWords = {
  tone: 'warn',
  title: 'Restored: it stands still',
  words:
    'It was open in a copy of the books that was put back. Whether it was sent afterwards is not known here; nothing happens until somebody decides.',
};

const CLOSED_ID: CreateOutcomeWords = {
  tone: 'warn',
  title: 'The id belongs to a closed invoice',
  words: 'Closed invoices are never revived, and an id is used up with its invoice. Create it again under a new id.',
};

const ASK_FIRST = 'The customer may have paid: ask the payment service before you ask for the money again.';

/** The same order was made before and its invoice is closed: what that means depends on whether the money came. */
const CLOSED_IDS: ReadonlyMap<string, CreateOutcomeWords> = new Map([
  [
    'success',
    {
      tone: 'warn',
      title: 'The id belongs to an invoice that is paid',
      words:
        'The same order was made before, and the customer paid it. Nothing was created, and nothing is to be asked for again.',
    },
  ],
  ['fail', { tone: 'warn', title: 'The id belongs to an invoice whose settlement failed', words: ASK_FIRST }],
]);

/** What has become of an invoice that nobody can pay any more; null while it can be paid, or while nothing is known of it. `how` begins the title. */
function sinceWords(
  how: 'Created' | 'There already',
  invoice: PaymentWindow | undefined,
  nowMs: number,
): CreateOutcomeWords | null {
  if (invoice === undefined) return null;
  const { status } = invoice;
  switch (status) {
    case 'pending':
      if (!isWindowOver(invoice, nowMs)) return null;
      return {
        tone: 'warn',
        title: `${how}, and its payment window is over`,
        words:
          'Its link takes no payment any more, and the API has not said yet how it ended. Open the invoice and read it again.',
      };
    case 'success':
      return {
        tone: 'good',
        title: `${how}, and paid since`,
        words: 'Open the invoice and read it again before you fulfil.',
      };
    case 'fail':
      return { tone: 'warn', title: `${how}; its settlement failed`, words: ASK_FIRST };
    case 'expired':
    case 'canceled':
      return {
        tone: 'warn',
        title: `${how}, and closed without a payment (${status})`,
        words: 'Its link takes no payment any more. It can be created again under a new id.',
      };
    default:
      return {
        tone: 'warn',
        title: `${how}; nobody knows whether it is closed`,
        words:
          'Its status is a word this console does not know. Ask the payment service before you ask for the money again.',
      };
  }
}

const TAKEN_ID: CreateOutcomeWords = {
  tone: 'warn',
  title: 'The id belongs to another order',
  words: 'Nothing was created, and the invoice that is there was not changed. Choose another id.',
};

const UNKNOWN: CreateOutcomeWords = {
  tone: 'warn',
  title: 'It is not known whether the invoice exists',
  words:
    'The request was sent, no clear answer came, and looking the id up did not settle it. A delayed copy may still arrive, so this is not called failed. The console looks again by itself: after half a minute, two minutes, ten minutes, an hour, and at its next start.',
};

function existingWords({ differences = [], invoice }: CreateRecord, nowMs: number): CreateOutcomeWords {
  const since = sinceWords('There already', invoice, nowMs);
  if (differences.length === 0) {
    return (
      since ?? {
        tone: 'good',
        title: 'This invoice was there already',
        words:
          'The same order had been made before, so the API gave it back and created nothing. Its payment link is the same.',
      }
    );
  }
  const many = differences.length > 1;
  const notApplied = `Amount and currency are as you sent them. What you sent for the ${many ? 'fields' : 'field'} below was NOT applied, and the API has no way to change it.`;
  if (since !== null) return { tone: 'warn', title: since.title, words: `${since.words} ${notApplied}` };
  return {
    tone: 'warn',
    title: many
      ? 'The invoice is there, but these fields are not as you sent them'
      : 'The invoice is there, but one field is not as you sent it',
    words: notApplied,
  };
}

/** Only an order that was closed without a payment is offered to be made again; a paid or failed one is a matter for its own page. */
export function mayCreateAgain(record: CreateRecord): boolean {
  const { invoice, outcome } = record;
  if (invoice === undefined || mustChooseId(record)) return false;
  const isClosedUnpaid = invoice.status === 'expired' || invoice.status === 'canceled';
  return isClosedUnpaid && (outcome === 'created' || outcome === 'existing' || outcome === 'conflict');
}

/** The id has somebody else's order: ours needs another id. A closed invoice that is the same order is made again instead. */
export function mustChooseId({ outcome, invoice, differences = [] }: CreateRecord): boolean {
  if (outcome !== 'conflict') return false;
  return invoice === undefined || differences.length > 0 || !isTerminal(invoice.status);
}

export const FIELD_LABELS: Readonly<Record<OrderField, string>> = {
  external_id: 'Order id',
  customer_id: 'Customer',
  amount: 'Amount',
  currency: 'Currency',
  purpose: 'Purpose',
  callback_url: 'Callback address',
  success_url: 'Address after success',
  fail_url: 'Address after failure',
};

export const FIELD_HINTS: Readonly<Record<OrderField, string>> = {
  external_id: 'Yours, unique: one id, one invoice (external_id).',
  customer_id: 'Your id of who pays (customer_id).',
  amount: 'What you charge, as 49.90 or 49,90.',
  currency: 'Such as EUR.',
  purpose: 'The customer sees it.',
  callback_url: 'Where the webhook goes (callback_url).',
  success_url: 'Where the customer goes after paying; arriving there proves nothing (success_url).',
  fail_url: 'Where the customer goes otherwise (fail_url).',
};

/** Beside the button that sends. `isBlamed`: a field says that it is not right; one that is only empty says nothing before the first try. */
export function sendWords(form: { isSending: boolean; isBlocked: boolean; isBlamed: boolean }): string {
  if (form.isSending) return 'Sending. An unclear answer is looked up before anything is said.';
  if (form.isBlamed) return 'Something is still missing or not right; the fields say what.';
  if (form.isBlocked) return 'Nothing is sent before you press.';
  return 'You get a link to send on. Pressing twice makes one invoice.';
}

/** Whether asking for money again is right depends on how the first one ended; null when nothing speaks against it. */
export function againCaution(status: string): string | null {
  if (status === 'success') return 'This invoice was paid: creating it again asks for the money a second time';
  if (status !== 'fail') return null;
  return 'The customer may have paid: ask the payment service before you ask for the money again';
}

/** The sentence about making an invoice again. A status that nobody knows is neither open nor closed; `isOver`: nobody can pay it any more. */
export function againWords(status: string, isOver: boolean): string {
  if (isOver)
    return 'Its payment window is over. Whether it is closed is read first; then the same order gets a new id.';
  if (status === 'pending') return 'It is not closed, so it is not created again: the same link still works.';
  if (!isTerminal(status)) {
    return 'Nobody knows whether it is closed: its status is a word this console does not know. Ask the payment service.';
  }
  return `${againCaution(status) ?? 'It is closed. The same order can be created again under a new id'}.`;
}
