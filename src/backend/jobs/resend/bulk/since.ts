// What has become of the webhooks of runs by now: where they go, what was credited for those that a run delivered, how they stand.
import { MoneySum } from '../../../../domain/kernel/money/money.ts';
import type { DeliveryRow } from '../../../../domain/webhooks/delivery-list.ts';
import type { JobContext } from '../../kernel/context.ts';

export interface RunSince {
  /** Most webhooks first. */
  readonly hosts: readonly string[];
  readonly deliveredUsdt: string;
  readonly now: { readonly delivered: number; readonly failing: number };
}

type Standing = Pick<DeliveryRow, 'host' | 'state' | 'netUsdt'>;

/** Of each run, in their order. An invoice that the mirror does not have counts for nothing. */
export async function sinceRuns(context: JobContext, runIds: readonly string[]): Promise<readonly RunSince[]> {
  const runs: (readonly { readonly invoiceUuid: string; readonly isDelivered: boolean }[])[] = [];
  for (const runId of runIds) runs.push(await context.books.read('bulk.invoices', { runId }));
  const latest = await latestOf(context, [...new Set(runs.flat().map(({ invoiceUuid }) => invoiceUuid))]);
  return runs.map((items) => sinceRun(items, latest));
}

/** Invoices of one message between threads. */
const STRIDE = 1_000;

async function latestOf({ mirror }: JobContext, uuids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  const latest = new Map<string, Standing>();
  for (let at = 0; at < uuids.length; at += STRIDE) {
    const rows = await mirror.read('deliveryList.latest', { invoices: uuids.slice(at, at + STRIDE) });
    for (const { invoiceUuid, host, state, netUsdt } of rows) latest.set(invoiceUuid, { host, state, netUsdt });
  }
  return latest;
}

function sinceRun(
  items: readonly { readonly invoiceUuid: string; readonly isDelivered: boolean }[],
  latest: ReadonlyMap<string, Standing>,
): RunSince {
  const net = new MoneySum();
  const hosts = new Map<string, number>();
  let [delivered, failing] = [0, 0];
  for (const { invoiceUuid, isDelivered } of items) {
    const { host = null, state, netUsdt = null } = latest.get(invoiceUuid) ?? {};
    if (host !== null) hosts.set(host, (hosts.get(host) ?? 0) + 1);
    if (isDelivered && netUsdt !== null) net.add(netUsdt);
    if (state === 'delivered') delivered += 1;
    if (state === 'failed' || state === 'retrying') failing += 1;
  }
  return {
    hosts: [...hosts].sort(([, left], [, right]) => right - left).map(([host]) => host),
    deliveredUsdt: net.total(),
    now: { delivered, failing },
  };
}
