/**
 * After a full walk of a list, one per cent of it changes: 700 orders come in and 300 open ones end, all among the newest. How many
 * requests until the mirror holds every row with its true status and is certified again, beside the requests of the full walk. The
 * real sync job decides; time is simulated (support/virtual.ts). Everything that a cycle asks for counts, the rates as well; what the
 * watch over webhooks reads meanwhile, from what the limit leaves, is told beside it.
 */
import { startListServer } from '../support/list-server.ts';
import { MovingList, type Order, STILL } from '../support/moving-list.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure } from '../support/stats.ts';
import { passUntil, startVirtualEngine, type VirtualEngine, VirtualTime } from '../support/virtual.ts';

const KEY = 'bench-key-0123456789abcdef';
const START_MS = Date.UTC(2026, 10, 21, 9, 0, 0);
const LATENCY_MS = 100;
const HOUR = 3_600_000;
/** Parts of the size: of 100,000 they are 300 that end and 700 that come. */
const ENDING = 0.003;
const COMING = 0.007;
/** Two per cent of the full walk of 100,000: ten pages hold what has changed, and each of four final statuses is asked once. */
const AT_MOST = 20;
/** By uuid new rows lie anywhere, so that only a walk of the whole list finds them: the cost is told. */
const ORDERS: readonly Order[] = ['created-desc', 'updated-desc', 'heap', 'uuid'];

export const incremental: BenchRow = {
  name: 'incremental',
  about: 'requests of an incremental sync after one per cent changed, as a share of the full walk (time simulated)',
  run: async (options) => {
    const lines: Line[] = [];
    for (const order of ORDERS) lines.push(await inOrder(order, options));
    return lines;
  },
};

async function inOrder(order: Order, { size, seed, say }: RowOptions): Promise<Line> {
  const open = Math.max(2, Math.round(size * ENDING * 2));
  const list = new MovingList({ size, open, seed, startMs: START_MS, churn: STILL, key: KEY });
  const time = new VirtualTime(START_MS, LATENCY_MS);
  const server = await startListServer({ list, order, time, limit: 100 });
  const engine = await startVirtualEngine(time, { baseUrl: server.baseUrl, key: KEY, reserve: 'automatic' });
  try {
    say(`${order}: the full walk`);
    const steps = { stepMs: 250, limitMs: 6 * HOUR };
    await passUntil(time.clock, () => agrees(engine, list), steps);
    const full = asked(server.counts);
    // The cycle that began with the walk ends.
    await time.clock.runFor(20_000);
    say(`${order}: one per cent changes`);
    const asOf = await certifiedAt(engine);
    change(list, time.now());
    const before = { ...server.counts };
    const begun = time.clock.monotonic();
    const again = async (): Promise<boolean> => (await certifiedAt(engine)) !== asOf && agrees(engine, list);
    const ended = await passUntil(time.clock, again, { ...steps, limitMs: HOUR });
    const requests = asked(server.counts) - asked(before);
    const watched = server.counts.deliveries - before.deliveries;
    const share = requests / full;
    return {
      what: `incremental after 1 %, ${order}`,
      ours:
        ended === null ? 'not certified within an hour' : `${requests} requests, certified; ${watched} of the watch`,
      beside: `${full} requests of the full walk`,
      ratio: `${figure(100 * share, '%', 2)}${ended === null ? '' : ` after ${figure((ended - begun) / 1000, 's', 0)}`}`,
      limit: order === 'uuid' ? 'none' : `${AT_MOST} requests`,
      met: ended !== null && (order === 'uuid' || requests <= AT_MOST),
      held: share,
    };
  } finally {
    await engine.close();
    await server.close();
  }
}

/** Requests of the sync. */
const asked = ({ requests, deliveries }: { readonly requests: number; readonly deliveries: number }): number =>
  requests - deliveries;

function change(list: MovingList, at: number): void {
  const { invoices } = list.business;
  const { length } = invoices;
  const open = invoices.filter(({ json }) => json['status'] === 'pending');
  const coming = Math.round(length * COMING);
  // One a second until now: the fractions of these timestamps come and go, so closer ones would not be in the list's own order.
  for (let number = 1; number <= coming; number += 1) list.order(at - 1_000 * (coming - number));
  // Every second of the open ones.
  for (const [index, invoice] of open.entries()) if (index % 2 === 0) list.finish(invoice, at);
}

async function certifiedAt(engine: VirtualEngine): Promise<string | null> {
  const { invoices } = await engine.business.mirror.read('lists.state', {});
  return invoices.certificate === 'certified' ? invoices.asOf : null;
}

/** Certified, and every row with the status that the server has; the counts are looked at first, since they cost little. */
async function agrees(engine: VirtualEngine, list: MovingList): Promise<boolean> {
  if ((await certifiedAt(engine)) === null) return false;
  const { invoices } = list.business;
  const { byStatus } = (await engine.business.mirror.read('status.facts', {})).invoices;
  const truth = Map.groupBy(invoices, ({ json }) => String(json['status']));
  for (const [status, rows] of truth) if (byStatus[status] !== rows.length) return false;
  const rows = engine.rows();
  return invoices.every(({ uuid, json }) => rows.get(uuid) === json['status']);
}
