// Why an order was not taken, in words: for the whole form and beside the fields concerned.
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import { failureCode, failureWords, plainText } from '../../../ui/index.ts';

export interface OrderRefusal {
  readonly title: string;
  readonly words: string;
  /** The API's code, for those who want to look it up. */
  readonly code: string | null;
  readonly fields: Readonly<Partial<Record<OrderField, string>>>;
  /** The intent of this console that has the id under way. */
  readonly openIntentId: string | null;
}

type Rejected = Extract<Failure, { kind: 'rejected' }>;

/** What the codes of the create call are about (specification, "POST /external/invoices", preconditions); `there` is said at the field. */
const CODES: Readonly<Partial<Record<string, { title?: string; field?: OrderField; there?: string }>>> = {
  DEALS_DISABLED: { title: 'New payments are switched off for everybody' },
  CURRENCY_NOT_FOUND: { field: 'currency', there: 'The API does not know this currency, or it is not active.' },
  CURRENCY_NOT_ALLOWED: { field: 'currency', there: 'This currency is not enabled for your business.' },
  AMOUNT_OUT_OF_RANGE: { field: 'amount', there: 'No active payment method of this currency takes this amount.' },
  TOO_MANY_UNPAID_INVOICES: { field: 'customer_id', there: 'This customer has too many unpaid invoices open.' },
  INVOICE_ALREADY_EXISTS: { field: 'external_id', there: 'This id is taken.' },
  CREATE_ALREADY_OPEN: {
    title: 'This order is being sent already',
    field: 'external_id',
    there: 'Another window of this console is sending an order with this id.',
  },
};

/** What a failed create says on the form. */
export function refusalOf(failure: Failure): OrderRefusal {
  const { title, sentence, nextStep } = failureWords(failure);
  const general: OrderRefusal = {
    title,
    words: `${sentence} ${nextStep}`,
    code: failureCode(failure),
    fields: {},
    openIntentId: null,
  };
  if (failure.kind === 'rejected') return rejection(failure, general);
  if (failure.kind === 'invalid-input') {
    const issues = failure.issues.map(({ path, message }) => [path, message] as const);
    const { fields, others } = byField(issues);
    return { ...general, title: 'Nothing was sent', words: others ?? 'Correct the marked fields.', fields };
  }
  if (failure.kind === 'unreachable' || failure.kind === 'unavailable-offline' || failure.kind === 'rate-limited') {
    return {
      ...general,
      title: 'Nothing was created',
      words: `${sentence} The order is still in the form; send it again later.`,
    };
  }
  if (failure.kind === 'unknown-outcome' || failure.kind === 'bug') {
    return { ...general, title: 'It is not known whether the order went out', words: UNCLEAR_WORDS };
  }
  return general;
}

const UNCLEAR_WORDS =
  'The console’s own answer was lost, and its books show nothing yet. Press again without changing anything: the same order keeps its intent, so nothing is sent twice.';

function rejection(failure: Rejected, general: OrderRefusal): OrderRefusal {
  const { code, details } = failure;
  if (code === 'VALIDATION_ERROR') return validation(failure, general);
  if (code === 'INVOICE_URLS_MISSING') return missingUrls(details ?? {}, general);
  const known = CODES[code];
  if (known === undefined) return general;
  const { retryAfterMs } = failure;
  const { title = 'Not created' } = known;
  const wait = retryAfterMs === undefined ? '' : ` The API asks to wait ${describeDuration(retryAfterMs)}.`;
  const fields = known.field === undefined ? {} : { [known.field]: `${known.there ?? ''}${wait}` };
  if (code !== 'CREATE_ALREADY_OPEN') return { ...general, title, fields };
  const open = details?.['openIntentId'];
  const words = 'It was not sent a second time. Look at what becomes of the first.';
  return {
    ...general,
    title,
    words,
    code: null,
    fields,
    openIntentId: typeof open === 'string' ? open : null,
  };
}

function validation({ details = {}, message: said }: Rejected, general: OrderRefusal): OrderRefusal {
  const issues = Object.entries(details).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [messages]).map(
      (message) => [path, typeof message === 'string' ? message : ''] as const,
    ),
  );
  const { fields, others } = byField(issues);
  const marked = Object.keys(fields).length > 0;
  const where = marked ? 'Its own words stand at the fields.' : 'It did not say which field it means.';
  // Of the one shape of a 422 the message is that of the first field.
  const isNew = said !== '' && !issues.some(([, message]) => message === said);
  const words = isNew ? `${where} The API says: “${plainText(shortText(said, MOST_WORDS))}”.` : where;
  return {
    ...general,
    title: 'The API found the order malformed',
    words: others === null ? words : `${words} ${others}`,
    fields,
  };
}

/** `details.missing` names the addresses; its exact shape is not shown, so that any list of texts is understood. */
function missingUrls(details: Readonly<Record<string, unknown>>, general: OrderRefusal): OrderRefusal {
  const { missing } = details;
  const named = Array.isArray(missing) ? missing.filter((name) => typeof name === 'string') : [];
  const all = ['callback_url', 'success_url', 'fail_url'] as const;
  const found = all.filter((field) => named.some((name) => name === field || `${name}_url` === field));
  const words = 'Needed here: the settings of your business have no default for it.';
  const fields = Object.fromEntries((found.length === 0 ? all : found).map((field) => [field, words]));
  return { ...general, title: 'An address is missing', fields };
}

const MOST_WORDS = 300;

/** Messages sorted to the fields of the form; the rest as one text. Foreign words are shown as text and cut. */
function byField(issues: readonly (readonly [path: string, message: string])[]) {
  const fields = new Map<OrderField, string>();
  const others: string[] = [];
  for (const [path, message] of issues) {
    const field = ORDER_FIELDS.find((name) => path === name || path.split('.').includes(name));
    const words = plainText(message).slice(0, MOST_WORDS);
    if (field === undefined) others.push(path === '' ? words : `${plainText(path).slice(0, 80)}: ${words}`);
    else fields.set(field, fields.has(field) ? `${fields.get(field)} ${words}` : words);
  }
  const rest = others.join(' ').slice(0, 2 * MOST_WORDS);
  return { fields: Object.fromEntries(fields), others: rest === '' ? null : rest };
}
