// Whose is this key? Responses are scoped to its business (specification, "What the service does", 7): a known record that is found proves it, known
// ones that are not found disprove it, and without any the deliveries are asked, which name the business.
import { failed, type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { type Invoice, TERMINAL_STATUSES } from '../../../domain/records/invoice.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { sameUuid } from '../../../domain/kernel/text/uuid.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import type { ApiClient, Lane } from '../../api/endpoints/calls.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { JobContext } from '../kernel/context.ts';
import { fetchDeliveries } from '../records/fetch.ts';

/** `unproved`: there is nothing to compare with, and so nothing that could be mixed. */
export type SameBusiness = 'proved' | 'unproved' | 'different';

export interface IdentifyOptions {
  readonly lane: Lane;
  readonly signal?: AbortSignal | undefined;
  /** The business of the profile as its deliveries named it, lower case; null while none did. */
  readonly businessUuid: string | null;
}

/**
 * Asks for known records (without a mirror there are none) until one is found, then for a delivery that names the business; a failure
 * is no answer either way.
 */
export async function identify(
  client: ApiClient,
  mirror: Mirror | null,
  options: IdentifyOptions,
): Promise<Result<SameBusiness>> {
  const byRecords = mirror === null ? success('unproved' as const) : await identifyByRecords(client, mirror, options);
  if (!byRecords.ok || byRecords.value !== 'unproved') return byRecords;
  return identifyByDelivery(client, options);
}

async function identifyByRecords(
  client: ApiClient,
  mirror: Mirror,
  options: IdentifyOptions,
): Promise<Result<SameBusiness>> {
  let unclear: Failure | null = null;
  let seen: SameBusiness = 'unproved';
  for (const question of await questionsAbout(client, mirror, options)) {
    const answer = await question();
    if (answer.ok && answer.value) return success('proved');
    if (answer.ok || answer.failure.kind === 'not-found') seen = 'different';
    else if (answer.failure.kind === 'malformed-response') unclear = answer.failure;
    else return failed(answer.failure);
  }
  return unclear === null ? success(seen) : failed(unclear);
}

/** The answer: is the record that the API has under this uuid the known one? */
type Question = () => Promise<Result<boolean>>;

/** The newest and the oldest of each list, the newest first: a service that forgets old records still knows it. */
async function questionsAbout(
  client: ApiClient,
  mirror: Mirror,
  options: IdentifyOptions,
): Promise<readonly Question[]> {
  const invoices = await ends(async (direction) => {
    const sort = [{ by: 'created_at', direction }] as const;
    return witness((await mirror.read('invoices.page', { filter: {}, sort, offset: 0, limit: WITNESSES })).rows);
  });
  const withdrawals = await ends(async (direction) => {
    const sort = [{ by: 'created_at', direction }] as const;
    return witness((await mirror.read('withdrawals.page', { filter: {}, sort, offset: 0, limit: WITNESSES })).rows);
  });
  const about = async <Known extends { readonly uuid: string }>(
    known: Known,
    asked: Promise<Result<{ readonly value: Known }>>,
    isSame: (known: Known, found: Known) => boolean,
  ): Promise<Result<boolean>> => {
    const found = await asked;
    if (!found.ok) return found;
    // One that only has our uuid as its external_id says nothing about ours.
    const isAsked = sameUuid(found.value.value.uuid, known.uuid);
    return isAsked ? success(isSame(known, found.value.value)) : failed(ANOTHER_RECORD);
  };
  return [
    ...invoices.map((known) => () => about(known, client.getInvoice(known.uuid, options), isSameInvoice)),
    ...withdrawals.map((known) => () => about(known, client.getWithdrawal(known.uuid, options), isSameWithdrawal)),
  ];
}

const ANOTHER_RECORD: Failure = { kind: 'malformed-response', reason: 'wrong-record', status: 200 };

/** Rows looked through for one that the API still shows. */
const WITNESSES = 20;

/** A record that is known to be gone proves nothing, unless there is no other. */
function witness<Known>(
  rows: readonly { readonly record: Known; readonly missingSince: string | null }[],
): readonly Known[] {
  const row = rows.find(({ missingSince }) => missingSince === null) ?? rows[0];
  return row === undefined ? [] : [row.record];
}

async function ends<Row extends { readonly uuid: string }>(
  read: (direction: 'asc' | 'desc') => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const [newest, oldest] = [await read('desc'), await read('asc')];
  return [...newest, ...oldest.filter(({ uuid }) => newest.every((row) => row.uuid !== uuid))];
}

function isSameInvoice(known: Invoice, found: Invoice): boolean {
  return known.external_id === found.external_id && isSameInstant(known.created_at, found.created_at);
}

function isSameWithdrawal(known: Withdrawal, found: Withdrawal): boolean {
  return isSameInstant(known.created_at ?? '', found.created_at ?? '');
}

/** The fraction of timestamps is not specified, so instants are compared. */
function isSameInstant(known: string, found: string): boolean {
  const [before, now] = [toEpochMs(known), toEpochMs(found)];
  return before === null || now === null || Math.abs(before - now) < 1000;
}

/** The first delivery of the newest invoices that have one. Nothing to compare with, or no delivery: `unproved`. */
async function identifyByDelivery(client: ApiClient, options: IdentifyOptions): Promise<Result<SameBusiness>> {
  if (options.businessUuid === null) return success('unproved');
  for (const status of TERMINAL_STATUSES) {
    const list = await client.listInvoices({ page: 1, perPage: 1, status }, options);
    if (!list.ok) return list;
    const [invoice] = list.value.value.records;
    if (invoice === undefined) continue;
    const read = await client.listDeliveries(invoice.uuid, options);
    if (!read.ok && read.failure.kind !== 'not-found') return read;
    const named = read.ok ? read.value.value.records : [];
    const [business] = named.flatMap(({ business_uuid: uuid }) => (uuid === null ? [] : [uuid]));
    if (business !== undefined)
      return success(business.toLowerCase() === options.businessUuid ? 'proved' : 'different');
  }
  return success('unproved');
}

/** Deliveries read in a turn to find one that names the business. */
const DELIVERIES_PER_TURN = 3;

/** Per mirror: unread invoices that earlier turns have asked for in vain; they stay in front of those not asked yet. */
const asked = new WeakMap<Mirror, number>();

/**
 * Reads deliveries of known invoices until one names the business, as long as the key is not proved; reading one settles it (fetch.ts).
 * A few in a turn, and others in the next: not every delivery need be there. After the last one it begins anew.
 */
export async function proveByDelivery(context: JobContext, signal: AbortSignal): Promise<Failure | null> {
  const { mirror } = context;
  if (context.keyStanding() !== 'unproved') return null;
  const offset = asked.get(mirror) ?? 0;
  const uuids = await mirror.read('deliveries.unread', { offset, limit: DELIVERIES_PER_TURN });
  let inVain = 0;
  for (const uuid of uuids) {
    const read = await fetchDeliveries(context, uuid, { lane: 'check', signal });
    if (!read.ok && read.failure.kind !== 'not-found') return read.failure;
    // One that was read leaves the list of the unread, whatever it named.
    if (!read.ok) inVain += 1;
    asked.set(mirror, offset + inVain);
    if (context.keyStanding() !== 'unproved') return null;
  }
  if (uuids.length < DELIVERIES_PER_TURN) asked.delete(mirror);
  return null;
}
