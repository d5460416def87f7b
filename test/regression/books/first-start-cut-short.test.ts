/**
 * Books were given their line before the counter beside them was there. A first start that died in between left a line without a counter, which is
 * how books look that were put back: the next start said so, and that what was sent since is not known.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { OutsideCounter } from '../../../src/backend/sqlite/outside-counter.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';

const folder = temporaryFolder();
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

it.each(['before', 'after'] as const)(
  'a first start that dies %s the counter is there is begun again',
  async (when) => {
    const begin = OutsideCounter.begin.bind(OutsideCounter);
    const dying = vi.spyOn(OutsideCounter, 'begin').mockImplementation((path, counted) => {
      if (when === 'after') begin(path, counted);
      throw new Error('died');
    });
    const first = openInProcess(folder.path);
    await expect(first.books.read('profiles.list', {})).rejects.toThrow('died');
    await first.close();
    dying.mockRestore();
    for (let start = 0; start < 2; start += 1) {
      const next = openInProcess(folder.path);
      expect(await next.books.read('restores.latest', {})).toBeNull();
      await next.books.write('settings.set', { key: 'a', value: `${start}` });
      await next.close();
    }
  },
);
