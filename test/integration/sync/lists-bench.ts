/**
 * One engine for all tests of a file, and for each a server with a list of its own, as a profile of its own: a mirror and a gate that no other
 * test has touched. Not here: how the list moves (independent-api/options).
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { CallInput, CallName, CallOutput } from '../../../src/contract/calls.ts';
import type { Behaviour } from '../../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const FACTOR = 10;
export let bench: Bench;
export let clock: FastClock;
/** The server of the present test. */
export let api: IndependentApi;
export let profile: string;

/** To be asked once by each file that uses it, since files share their process and its modules. */
export function begin(): void {
  beforeAll(async () => {
    clock = new FastClock(FACTOR);
    bench = await startBench({ clock });
  });

  afterAll(async () => {
    await bench.stop();
    bench.remove();
  });

  afterEach(async () => {
    await call('profiles.forget', { id: profile, mirror: true, books: true });
    await api.close();
  });
}

/** A server with so many records that behaves like this, and its profile. */
export async function start(invoices: number, behaviour: Partial<Behaviour> = {}, withdrawals = 5): Promise<void> {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices, withdrawals }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  Object.assign(api.behaviour, behaviour);
  profile = await addProfile(bench, api.baseUrl, KEY_A);
}

/** A call about the present test's business. */
export function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
  return bench.call(name, input, profile);
}

/** The state of the invoices when the first walk has come to its verdict. */
export async function verdict(): Promise<CallOutput<'sync.status'>['invoices']> {
  const { invoices } = await until(
    () => call('sync.status', {}),
    (status) => status.invoices.asOf !== null && status.state === 'idle',
  );
  return invoices;
}
