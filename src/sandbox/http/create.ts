// POST /external/invoices: the shape of the body, the preconditions and the idempotency on `external_id`, as the
// specification says in the section of that endpoint.
import { CURRENCIES } from '../catalog.ts';
import { isFields } from '../events.ts';
import { decimalsOf, FIAT_SCALE, toText, toUnits } from '../money.ts';
import { isLoopback } from '../world/hosts.ts';
import { methodsAccepting } from '../world/orders.ts';
import type { InvoiceRecord } from '../world/records.ts';
import type { NewInvoice } from '../world/world.ts';
import type { Call, Service } from './service.ts';
import { fail, invalid, ok, tooMany, type Outcome, type Problems } from './outcome.ts';
import { createdView, invoiceView } from './render.ts';

/** `amount` has exactly two decimals. */
type Order = Required<NewInvoice>;

/** No business takes an order with more digits than this; it keeps hostile bodies cheap. */
const MOST_DIGITS = 40;

/** The endpoint. A malformed body goes first, since no other precondition can be asked of it. */
export function createInvoice(service: Service, call: Call): Outcome {
  const problems: Problems = {};
  const order = readOrder(call, problems);
  if (order === undefined) return invalid(problems, 'body', service.settings.validationShape);
  const present = (): Outcome | undefined => repeated(service, order);
  const refusal = (): Outcome | undefined => refused(service, order);
  const answer =
    service.settings.idempotency === 'before-preconditions' ? (present() ?? refusal()) : (refusal() ?? present());
  if (answer !== undefined) return answer;
  const invoice = service.world.createInvoice(order);
  service.record.create(true);
  return answerWith(service, invoice, 201);
}

function answerWith(service: Service, invoice: InvoiceRecord, status: number): Outcome {
  return ok(service.settings.createShape === 'full' ? invoiceView(invoice) : createdView(invoice), status);
}

/**
 * Same id, still pending, same amount and currency: the existing invoice. Anything else under that id: 409. Customer,
 * purpose and URLs are not compared, as the specification names amount and currency only.
 */
function repeated(service: Service, order: Order): Outcome | undefined {
  const present = service.state.invoices.findExternal(order.externalId);
  if (present === undefined) return undefined;
  const same = present.amount === order.amount && present.currency === order.currency;
  if (present.status !== 'pending' || !same) {
    return fail('INVOICE_ALREADY_EXISTS', { external_id: order.externalId, status: present.status });
  }
  service.record.create(false);
  return answerWith(service, present, service.settings.repeatStatus);
}

/** Preconditions 1 to 6 in the order of the specification. */
function refused(service: Service, order: Order): Outcome | undefined {
  const { settings, world } = service;
  if (!settings.dealsEnabled) return fail('DEALS_DISABLED');
  const currency = CURRENCIES.find(({ code }) => code === order.currency);
  if (currency === undefined || !currency.active) return fail('CURRENCY_NOT_FOUND');
  if (!currency.enabled) return fail('CURRENCY_NOT_ALLOWED');
  if (methodsAccepting(order.currency, order.amount).length === 0) return fail('AMOUNT_OUT_OF_RANGE');
  const urls = {
    callback_url: order.callbackUrl ?? settings.defaultUrls.callback,
    success_url: order.successUrl ?? settings.defaultUrls.success,
    fail_url: order.failUrl ?? settings.defaultUrls.fail,
  };
  const missing = Object.entries(urls).flatMap(([name, url]) => (url === null || url === '' ? [name] : []));
  if (missing.length > 0) return fail('INVOICE_URLS_MISSING', { missing });
  const waitMs = world.unpaidWait(order.customerId, settings.unpaidCap, settings.unpaidWindowMs);
  if (waitMs === 0) return undefined;
  return tooMany('TOO_MANY_UNPAID_INVOICES', Math.ceil(waitMs / world.clock.speed / 1000));
}

function readOrder(call: Call, problems: Problems): Order | undefined {
  const body = readJson(call);
  if (!isFields(body)) {
    problems['body'] = ['must be a JSON object'];
    return undefined;
  }
  const text = (name: string, min: number, max: number): string => readText(body[name], name, min, max, problems);
  const order = {
    externalId: text('external_id', 1, 128),
    customerId: text('customer_id', 1, 128),
    amount: readAmount(body['amount'], problems),
    currency: text('currency', 2, 16),
    purpose: readPurpose(body['purpose'], problems),
    callbackUrl: readUrl(body['callback_url'], 'callback_url', problems),
    successUrl: readUrl(body['success_url'], 'success_url', problems),
    failUrl: readUrl(body['fail_url'], 'fail_url', problems),
  };
  return Object.keys(problems).length === 0 ? order : undefined;
}

function readJson(call: Call): unknown {
  if (call.contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return undefined;
  try {
    const value: unknown = JSON.parse(call.body?.toString('utf8') ?? '');
    return value;
  } catch {
    return undefined;
  }
}

/** Length in characters, not in UTF-16 units (which of the two is not shown). */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function readText(value: unknown, name: string, min: number, max: number, problems: Problems): string {
  if (value === undefined || value === null) problems[name] = ['field is required'];
  else if (typeof value !== 'string') problems[name] = ['must be a string'];
  else if (lengthOf(value) < min || lengthOf(value) > max) problems[name] = [`must have ${min} to ${max} characters`];
  else return value;
  return '';
}

function readAmount(value: unknown, problems: Problems): string {
  const refuse = (message: string): string => {
    problems['amount'] = [message];
    return '';
  };
  if (value === undefined || value === null) return refuse('field is required');
  if (typeof value !== 'string') return refuse('must be a decimal string');
  const decimals = value.length > MOST_DIGITS ? undefined : decimalsOf(value);
  if (decimals === undefined) return refuse('must be a decimal string');
  if (decimals > FIAT_SCALE) return refuse('must have at most 2 decimal places');
  const cents = toUnits(value, FIAT_SCALE);
  return cents > 0n ? toText(cents, FIAT_SCALE) : refuse('must be greater than 0');
}

function readPurpose(value: unknown, problems: Problems): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && lengthOf(value) <= 255) return value;
  problems['purpose'] = ['must be a string of at most 255 characters'];
  return null;
}

/** An https URL, or an http one to this machine, where the sandbox really sends webhooks. An empty string is missing. */
function readUrl(value: unknown, name: string, problems: Problems): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') problems[name] = ['must be a string'];
  else if (lengthOf(value) > 512) problems[name] = ['must have at most 512 characters'];
  else {
    const url = URL.parse(value);
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return value;
    problems[name] = ['must be an HTTPS URL'];
  }
  return null;
}
