/**
 * A profile was made read-only, and the writer died in the moment in which that was in the books: the profile was shown as one that may write and wrote on, and the next
 * start made it read-only; where the write had not come about, the next change of the name made it read-only unasked. What the books say after a write that nobody heard
 * of holds.
 */
import { expect, test } from 'vitest';
import { withDyingWriter } from '../../integration/dying-writer.ts';

test('a profile is what the books say after a write that nobody heard of', () =>
  withDyingWriter(async ({ bench, shop, writer }) => {
    const shown = async () => (await bench.call('profiles.list', {})).profiles.find((one) => one.id === shop);
    writer.next = 'profiles.update';
    expect(await bench.ask('profiles.update', { id: shop, readOnly: true })).toMatchObject({ ok: false });
    expect(writer.next).toBeNull();
    expect(await shown()).toMatchObject({ name: 'Shop', readOnly: true });
  }));
