// Which external ids are free: the mirror answers first and costs nothing; only the API's own 404 makes an id free.
import { type Failure, invalidInput, unwrap } from '../../../domain/kernel/failure/failure.ts';
import { type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import { hasHalfCharacter, isWithinLength, nextExternalId, type Order } from '../../../domain/create/order.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import type { Lane } from '../../api/endpoints/calls.ts';
import type { JobContext } from '../kernel/context.ts';
import { orderOfIntent } from './parts.ts';
import { fetchInvoice } from '../records/fetch.ts';

/** `unseen`: not in the mirror, and the API was not asked. `reserved`: an order of this console has it under way. */
export type IdState = 'free' | 'taken' | 'unseen' | 'reserved' | 'unclear';

export interface OrderIdCheck {
  readonly externalId: string;
  readonly state: IdState;
  readonly source: 'mirror' | 'api' | 'console';
  readonly invoice: Invoice | null;
  readonly asOf: string | null;
  /** Why the API could not say. */
  readonly failure: Failure | null;
}

/** Names that are tried before the proposal is given up: each costs a request at most. */
const MAX_NAMES = 8;

/**
 * Says whether an external id is free. `ask`: the API is asked when the mirror has none. One that is written as the uuid of an invoice is
 * taken by that invoice too: the API finds invoices by either id under one address, and which of the two goes first is not specified.
 */
export async function checkId(
  context: JobContext,
  externalId: string,
  options: { readonly ask: boolean; readonly lane: Lane; readonly signal: AbortSignal },
): Promise<OrderIdCheck> {
  const check = { externalId, invoice: null, asOf: null, failure: null };
  const { books, mirror, profileId } = context;
  const reserved = await books.read('creates.reserved', { profileId, externalId });
  if (reserved !== null) return { ...check, state: 'reserved', source: 'console' };
  const rows = await mirror.read('invoices.find', { ident: externalId });
  const row = rows.find(({ record }) => record.external_id === externalId) ?? rows[0];
  if (row !== undefined) return { ...check, state: 'taken', source: 'mirror', invoice: row.record, asOf: row.asOf };
  if (!options.ask) return { ...check, state: 'unseen', source: 'mirror' };
  const read = await fetchInvoice(context, externalId, { lane: options.lane, signal: options.signal });
  if (read.ok) return { ...check, state: 'taken', source: 'api', invoice: read.value.value, asOf: read.value.asOf };
  const isFree = read.failure.kind === 'not-found';
  return { ...check, state: isFree ? 'free' : 'unclear', source: 'api', failure: isFree ? null : read.failure };
}

/**
 * Why an order may not be sent under an id that is written as a uuid: another invoice has that uuid, or nobody could say that none has.
 * Null when it may; an invoice that has the id as its own external_id is judged as for any other id.
 */
export async function uuidInTheWay(
  context: JobContext,
  externalId: string,
  options: { readonly lane: Lane; readonly signal: AbortSignal },
): Promise<Failure | null> {
  if (!isUuid(externalId)) return null;
  const rows = await context.mirror.read('invoices.find', { ident: externalId });
  if (rows.some(({ record }) => record.external_id === externalId)) return null;
  if (rows.length > 0) return UUID_OF_ANOTHER;
  const read = await fetchInvoice(context, externalId, options);
  if (read.ok) return read.value.value.external_id === externalId ? null : UUID_OF_ANOTHER;
  return read.failure.kind === 'not-found' ? null : read.failure;
}

const UUID_OF_ANOTHER: Failure = {
  kind: 'invalid-input',
  issues: [
    {
      path: 'external_id',
      message: 'is the uuid of another invoice, which could not be told from this one afterwards',
    },
  ],
};

/** The next free name after an external id, checked at the API; null when none was found or the API could not say. */
export async function proposeId(
  context: JobContext,
  externalId: string,
  signal: AbortSignal,
): Promise<OrderIdCheck | null> {
  let name = externalId;
  for (let tries = 0; tries < MAX_NAMES; tries += 1) {
    name = nextExternalId(name);
    const check = await checkId(context, name, { ask: true, lane: 'click', signal });
    if (check.state === 'free') return check;
    if (check.state === 'unclear') return null;
  }
  return null;
}

export interface Recreation {
  readonly invoice: Invoice;
  /** The server's time of the reading, ISO UTC. */
  readonly asOf: string;
  /** Only a closed invoice is made again; `pending`: its link still works; `unknown`: its status is a word nobody knows. */
  readonly verdict: 'allowed' | 'pending' | 'unknown';
  /** A name that was free when it was asked for. */
  readonly proposal: OrderIdCheck | null;
  /** What this console once sent for it; null when somebody else ordered it, or the books do not go back so far. */
  readonly sentBefore: Order | null;
}

/** Reads a closed invoice fresh and says how it may be made again. */
export async function recreationOf(context: JobContext, uuid: string, signal: AbortSignal): Promise<Recreation> {
  const { value: invoice, asOf } = unwrap(await fetchInvoice(context, uuid, { lane: 'click', signal }));
  const sent = await context.books.read('creates.ofInvoice', {
    profileId: context.profileId,
    invoiceUuid: invoice.uuid,
  });
  const sentBefore = sent === null ? null : orderOfIntent(sent);
  if (!isTerminal(invoice.status)) {
    const verdict = invoice.status === 'pending' ? 'pending' : 'unknown';
    return { invoice, asOf, verdict, proposal: null, sentBefore };
  }
  return {
    invoice,
    asOf,
    verdict: 'allowed',
    proposal: await proposeId(context, invoice.external_id, signal),
    sentBefore,
  };
}

/** Throws `invalid-input` for an id that no invoice can have. */
export function orderableId(externalId: string): string {
  if (isWithinLength('external_id', externalId) && !hasHalfCharacter(externalId)) return externalId;
  throw invalidInput('externalId', 'cannot be an external_id');
}
