// The endpoints about invoices and their webhooks, except create (the specification, section "Endpoints").
import { INVOICE_STATUSES } from '../world/records.ts';
import { createInvoice } from './create.ts';
import type { Call, Service, Endpoint } from './service.ts';
import { invoiceNumbers, pageOf, fail, invalid, ok, tooMany, type Outcome, QueryReader } from './outcome.ts';
import { deliveryView, invoiceView } from './render.ts';

function list(service: Service, call: Call): Outcome {
  const { settings, state } = service;
  const query = new QueryReader(call.query);
  const page = query.integer('page', 1, Infinity, 1);
  const perPage = query.integer('per_page', 1, 100, settings.perPageDefault);
  const status = query.oneOf('status', INVOICE_STATUSES);
  const currency = query.code('currency');
  if (query.failed) return invalid(query.problems, 'query', settings.validationShape);
  const numbers = invoiceNumbers(state.invoices, settings.order, { status, currency });
  return ok(pageOf(numbers, page, perPage, (i) => invoiceView(state.invoices.at(i))));
}

function read(service: Service, call: Call): Outcome {
  const invoice = service.world.find(call.params['ident'] ?? '');
  return invoice === undefined ? fail('MERCHANT_INVOICE_NOT_FOUND') : ok(invoiceView(invoice));
}

function webhooks(service: Service, call: Call): Outcome {
  const invoice = service.world.find(call.params['ident'] ?? '');
  if (invoice === undefined) return fail('MERCHANT_INVOICE_NOT_FOUND');
  const { world } = service;
  return ok(world.deliveries(invoice.uuid).map((delivery) => deliveryView(delivery, invoice.uuid, world.businessUuid)));
}

/**
 * Resends the latest delivery. The answer is given at once, while it is being sent. Being sent goes before too soon; the
 * interval counts from the last manual resend of this delivery, in the caller's seconds (neither is shown).
 */
function resend(service: Service, call: Call): Outcome {
  const { world, settings } = service;
  const invoice = world.find(call.params['ident'] ?? '');
  if (invoice === undefined) return fail('MERCHANT_INVOICE_NOT_FOUND');
  const latest = world.deliveries(invoice.uuid).at(-1);
  if (latest === undefined) return fail('WEBHOOK_NOT_FOUND');
  if (latest.status === 'delivering') return fail('WEBHOOK_NOT_RESENDABLE');
  if (latest.lastResendAt !== null) {
    const passed = (world.clock.now() - latest.lastResendAt) / world.clock.speed;
    const left = Math.ceil((settings.resendIntervalMs - passed) / 1000);
    if (left > 0) return tooMany('WEBHOOK_RESEND_TOO_SOON', left);
  }
  const sent = world.resend(invoice.uuid, 'api');
  return ok(deliveryView(sent, invoice.uuid, world.businessUuid), settings.resendStatus);
}

export const INVOICE_ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/external/invoices', run: createInvoice },
  { method: 'GET', path: '/external/invoices', run: list },
  { method: 'GET', path: '/external/invoices/:ident', run: read },
  { method: 'GET', path: '/external/invoices/:ident/webhooks', run: webhooks },
  {
    method: 'POST',
    path: '/external/invoices/:ident/resend-webhook',
    run: resend,
  },
];
