/** A console whose kept settings are no JSON any more starts all the same, with what it would have without them. */
import { afterEach, expect, it } from 'vitest';
import { openInProcess } from '../support/in-process-store.ts';
import { type Bench, startBench } from './bench.ts';

let bench: Bench;
afterEach(async () => {
  await bench.stop();
  bench.remove();
});

it('starts with settings that cannot be read', async () => {
  bench = await startBench();
  const usual = await bench.call('settings.get', {});
  await bench.stop();
  const store = openInProcess(bench.dataFolder);
  for (const key of ['selected-profile', 'time-zone', 'notifications', 'digest'])
    await store.books.write('settings.set', { key, value: '{"broken' });
  await store.close();
  bench = await startBench({ dataFolder: bench.dataFolder });
  expect(await bench.call('settings.get', {})).toEqual(usual);
  expect(await bench.call('profiles.list', {})).toEqual({ profiles: [], selected: null });
  await bench.call('settings.set', { notifications: { lateChanges: false } });
  expect((await bench.call('settings.get', {})).notifications).toEqual({ ...usual.notifications, lateChanges: false });
});
