/** A copy from before there was a passphrase, once it was put back, left the console open from then on; one from when there was one locked it with a passphrase that nobody could type. */
import { afterEach, expect, it } from 'vitest';
import { type Bench, startBench, until } from '../../integration/bench.ts';

let bench: Bench;
afterEach(async () => {
  await bench.stop();
  bench.remove();
});

it('whether there is a lock is not the copy’s to say', async () => {
  bench = await startBench();
  const { copies } = await until(
    () => bench.call('books.copies', {}),
    ({ drill }) => drill !== undefined,
  );
  await bench.call('lock.set', { passphrase: 'correct horse' });
  await bench.call('books.putBack', { copy: copies[0]?.name ?? '' });
  expect(await bench.call('lock.status', {})).toMatchObject({ isOn: true, isLocked: true });
  expect(await bench.call('lock.open', { passphrase: 'wrong horse' })).toEqual({ ok: false });
  expect(await bench.call('lock.open', { passphrase: 'correct horse' })).toEqual({ ok: true });
  await bench.call('lock.remove', { present: 'correct horse' });
  const locked = (await bench.call('books.copies', {})).copies.find(({ name }) => name.includes('-before-restore-'));
  await bench.call('books.putBack', { copy: locked?.name ?? '' });
  expect(await bench.call('lock.status', {})).toMatchObject({ isOn: false, isLocked: false });
});
