/**
 * One total that was too low, or one page that other stores had crossed, and a list was never again proved by counting: on a busy list that meant
 * no certificate for ever, since two equal passes do not happen there. A strict walk in which nothing that was known is missing gives the
 * proof back. What was really lost keeps it away (faults/hostile-lists).
 */
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld, type WorldOrder } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';

const MINUTE = 60_000;
let bench: SyncBench;
let world: ListWorld;
const folder: { remove: () => void } = { remove: () => undefined };

afterEach(async () => {
  await bench.close();
  folder.remove();
});

async function start(order: WorldOrder): Promise<DiscreteClock> {
  const clock = new DiscreteClock();
  const made = temporaryFolder();
  folder.remove = made.remove;
  world = new ListWorld({ size: 400, order, now: () => clock.now(), random: seeded(5) });
  bench = startSyncBench({ folder: made.path, clock, world, latencyMs: 1_000 });
  await bench.cycle();
  return clock;
}

/** The next page says one record less than there are. */
function lieOnce(): void {
  world.tamper = (page) => {
    page.total_items -= 1;
    world.tamper = () => undefined;
  };
}

const state = async () => (await bench.mirror.read('lists.state', {})).invoices;

describe.each<WorldOrder>(['newest-first', 'oldest-first', 'by-uuid'])('%s', (order) => {
  test('FAULT-40 CERT-4: a quiet list is certified and grows again after the walk', async () => {
    await start(order);
    lieOnce();
    await bench.cycle();
    expect(await state()).toMatchObject({ certificate: 'certified', growOnly: true, missing: 0 });
  });

  test('FAULT-40 CERT-4: a list that grows all the while is certified by counting again', async () => {
    const clock = await start(order);
    lieOnce();
    const life = { isOver: false };
    const grow = async (): Promise<void> => {
      while (!life.isOver) {
        await clock.sleep(3_000);
        world.add('pending');
      }
    };
    void grow();
    await bench.runFor(10 * MINUTE);
    life.isOver = true;
    const { certificate, growOnly, asOf } = await state();
    expect({ certificate, growOnly }).toEqual({ certificate: 'certified', growOnly: true });
    expect(clock.now() - Date.parse(asOf ?? '')).toBeLessThan(3 * MINUTE);
  });
});

test('CERT-4: a total that goes on falling does not', async () => {
  await start('oldest-first');
  let asked = 0;
  world.tamper = (page) => {
    asked += 1;
    page.total_items -= asked % 2;
  };
  await bench.cycle();
  expect(await state()).toMatchObject({ growOnly: false });
});
