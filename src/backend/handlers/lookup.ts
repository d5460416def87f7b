/** Handlers of finding records by any id: the mirror first, then, for one id that it has no record of, the API. */
import type { lookupCalls, LookupMatch, LookupResult } from '../../contract/calls/lookup.ts';
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import { fulfilmentOf } from '../../domain/records/fulfilment.ts';
import { isUuid } from '../../domain/kernel/text/uuid.ts';
import type { Withdrawal } from '../../domain/records/withdrawal.ts';
import type { Business } from '../engine/business.ts';
import { fetchInvoice, fetchWithdrawal } from '../jobs/records/fetch.ts';
import type { KeptInvoice } from '../mirror/kernel/answers.ts';
import type { FoundById, FoundInvoice } from '../mirror/records/lookup.ts';
import type { HandlersOf } from './kernel/handler.ts';
import { copyAgeMs } from './invoices.ts';

type InvoiceMatch = Extract<LookupMatch, { kind: 'invoice' }>;
type WithdrawalMatch = Extract<LookupMatch, { kind: 'withdrawal' }>;

/** Invoices that hold the id as a part, shown where nothing has it as a whole. */
const MAX_SIMILAR = 5;

export function lookupHandlers(): HandlersOf<typeof lookupCalls> {
  return {
    'lookup.find': async ({ ids, ask }, { business, signal }) => {
      const idents = ids.map((id) => id.trim()).filter((id) => id !== '');
      const found = await business.mirror.read('lookup.find', { idents });
      const results = found.map((one) => resultOf(business, one));
      const [only] = results;
      if (ask !== true || only === undefined || only.matches.some(isRecord)) return { results };
      const { matches: answered, asked } = await askFor(business, only.ident, signal);
      const matches = [...answered, ...only.matches];
      const similar = matches.length > 0 ? [] : await similarTo(business, only.ident);
      return { results: [{ ...only, matches, asked, similar }] };
    },
  };
}

/** A customer with this id says nothing about records with it: shops number both from one. */
function isRecord({ kind }: LookupMatch): boolean {
  return kind !== 'customer';
}

function resultOf(business: Business, found: FoundById): LookupResult {
  const { ident, customerInvoices, isCut } = found;
  const matches: LookupMatch[] = [
    ...found.invoices.map((one) => invoiceMatch(business, one, ident, 'mirror')),
    ...(customerInvoices > 0 ? [{ kind: 'customer' as const, customerId: ident, invoices: customerInvoices }] : []),
    ...found.deliveries.map((delivery) => ({ kind: 'delivery' as const, ...delivery })),
    ...found.withdrawals.map(({ missingSince, ...withdrawal }) => ({
      kind: 'withdrawal' as const,
      by: sameId(withdrawal.uuid, ident) ? ('uuid' as const) : ('tx_hash' as const),
      ...withdrawal,
      missingSince: missingSince ?? undefined,
      source: 'mirror' as const,
    })),
  ];
  return { ident, matches, isCut, similar: [] };
}

function invoiceMatch(
  business: Business,
  { row, delivery }: FoundInvoice,
  ident: string,
  source: 'mirror' | 'api',
): InvoiceMatch {
  const { record, asOf, missingSince } = row;
  return {
    kind: 'invoice',
    by: sameId(record.uuid, ident) ? 'uuid' : 'external_id',
    uuid: record.uuid,
    externalId: record.external_id,
    customerId: record.customer_id,
    status: record.status,
    amount: record.amount,
    currency: record.currency.code,
    settledUsdt: record.settled_amount_usdt,
    fulfilment: fulfilmentOf(record, asOf, source === 'api' ? 0 : copyAgeMs(business, asOf), missingSince !== null),
    delivery,
    asOf,
    missingSince: missingSince ?? undefined,
    source,
  };
}

function withdrawalMatch(withdrawal: Withdrawal, asOf: string): WithdrawalMatch {
  const { uuid, status, amount, token, network } = withdrawal;
  return { kind: 'withdrawal', by: 'uuid', uuid, status, amount, token, network, asOf, source: 'api' };
}

/** The API's own ids are uuids, the same in either case. */
function sameId(uuid: string, ident: string): boolean {
  return uuid.toLowerCase() === ident.toLowerCase();
}

type Asked = Required<Pick<LookupResult, 'matches' | 'asked'>>;

/** The API finds invoices by both of their ids and withdrawals by uuid; customers, deliveries and hashes it does not find. */
async function askFor(business: Business, ident: string, signal: AbortSignal): Promise<Asked> {
  const options = { lane: 'click', signal } as const;
  const invoice = await fetchInvoice(business.context, ident, options);
  if (invoice.ok) {
    const { value: record, asOf } = invoice.value;
    const row: KeptInvoice = { record, asOf, firstSeenAt: asOf, missingSince: null };
    // Its deliveries may have been read before it.
    const [delivery = 'never-read'] = await business.mirror.read('lookup.states', { uuids: [record.uuid] });
    return { matches: [invoiceMatch(business, { row, delivery }, ident, 'api')], asked: { requests: 1 } };
  }
  if (invoice.failure.kind !== 'not-found') return unanswered(1, invoice.failure);
  if (!isUuid(ident)) return { matches: [], asked: { requests: 1 } };
  const withdrawal = await fetchWithdrawal(business.context, ident.toLowerCase(), options);
  if (withdrawal.ok) {
    const { value, asOf } = withdrawal.value;
    return { matches: [withdrawalMatch(value, asOf)], asked: { requests: 2 } };
  }
  if (withdrawal.failure.kind !== 'not-found') return unanswered(2, withdrawal.failure);
  return { matches: [], asked: { requests: 2 } };
}

function unanswered(requests: number, failure: Failure): Asked {
  // An id that no path can hold was never sent.
  return { matches: [], asked: { requests: failure.kind === 'invalid-input' ? requests - 1 : requests, failure } };
}

async function similarTo(business: Business, ident: string): Promise<InvoiceMatch[]> {
  const query = { filter: { text: ident }, sort: [], offset: 0, limit: MAX_SIMILAR };
  const { rows } = await business.mirror.read('invoices.page', query);
  const states = await business.mirror.read('lookup.states', { uuids: rows.map(({ record }) => record.uuid) });
  return rows.map((row, index) => {
    const delivery = states[index] ?? 'never-read';
    return invoiceMatch(business, { row, delivery }, ident, 'mirror');
  });
}
