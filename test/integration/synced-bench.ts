/** An engine whose own sandbox is an independent server, and that has read all of it. Not here: what the server can do (support/independent-api). */
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { type Bench, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';

interface SyncedBench {
  readonly clock: FastClock;
  readonly api: IndependentApi;
  readonly bench: Bench;
}

/** Over so many records, in a world whose time is twenty times as fast. */
export async function startSyncedBench(records: {
  readonly invoices: number;
  readonly withdrawals: number;
}): Promise<SyncedBench> {
  const clock = new FastClock(20);
  const api = await startIndependentApi({
    businesses: [{ key: KEY_A, ...records }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const bench = await startBench({ clock, sandbox: { baseUrl: api.baseUrl, apiKey: KEY_A } });
  await synced(bench);
  return { clock, api, bench };
}
