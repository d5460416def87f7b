/**
 * A profile was made read-only, and the writer died in the moment in which that was in the books: the profile was shown as one that may write and wrote on, and the next
 * start made it read-only; where the write had not come about, the next change of the name made it read-only unasked. What the books say after a write that nobody heard
 * of holds.
 */
import { afterEach, expect, test } from 'vitest';
import { DyingWriter } from '../../support/benches/dying-writer.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench } from '../../integration/bench.ts';

let api: IndependentApi;
let bench: Bench;
afterEach(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

test('a profile is what the books say after a write that nobody heard of', async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  const writer = new DyingWriter();
  bench = await startBench({ spawn: writer.spawn });
  const id = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  const shown = async () => (await bench.call('profiles.list', {})).profiles.find((one) => one.id === id);
  writer.next = 'profiles.update';
  expect(await bench.ask('profiles.update', { id, readOnly: true })).toMatchObject({ ok: false });
  expect(writer.next).toBeNull();
  expect(await shown()).toMatchObject({ name: 'Shop', readOnly: true });
});
