/** Totals and the time of their list: of one and the same moment, whatever a walk writes meanwhile. Real mirror. */
import { expect, it } from 'vitest';
import { totalsOf } from '../../../src/backend/handlers/sync.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { invoice, page } from '../mirror/sample.ts';
import { openedForEach } from '../workers/opened.ts';

let mirror: Mirror;
openedForEach((opened) => {
  ({ mirror } = opened);
});

/** As a walk ends: the rows that lacked, and then the certificate. */
async function endWalk(): Promise<void> {
  await mirror.write('invoices.store', page([invoice(2), invoice(3)]));
  await mirror.write('lists.certify', {
    list: 'invoices',
    certificate: 'certified',
    asOf: '2026-11-21T10:00:00Z',
    seen: 3,
    total: 3,
    reason: null,
    growOnly: true,
    walk: null,
  });
}

/** The walk ends as soon as anything was read. */
function overtaken(): Pick<Mirror, 'read'> {
  return {
    read: async (name, input) => {
      const answer = await mirror.read(name, input);
      await endWalk();
      return answer;
    },
  };
}

it('sums of a part of the list are not dated by the walk that ends while they are read', async () => {
  await mirror.write('invoices.store', page([invoice(1)]));
  const totals = await totalsOf(overtaken(), {});
  expect(totals).toMatchObject({ currencies: [{ currency: 'EUR', count: 1 }], asOf: null });
  const then = await totalsOf(mirror, {});
  expect(then).toMatchObject({ currencies: [{ count: 3 }], asOf: '2026-11-21T10:00:00Z' });
});
