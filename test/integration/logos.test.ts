/**
 * Logos over the whole engine and the sandbox: of its own records, from its own server, kept on the disk, and none where a person wants none.
 */
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Bench, startBench, until } from './bench.ts';
import { FastClock } from './clock.ts';

let sandbox: Sandbox;
const clock = new FastClock(10);
let bench: Bench;

beforeAll(async () => {
  sandbox = await createSandbox({ size: 60, limit: 100_000, clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  await until(
    () => bench.call('paymentMethods.list', {}),
    ({ methods }) => methods.length > 0,
  );
});
afterAll(async () => {
  await bench.stop();
  await sandbox.close();
  bench.remove();
});

const CARD = 'https://static.pay.example/methods/card-eur.png';
const imageOf = async (url: string): Promise<string | null> => (await bench.call('logos.get', { url })).image;
const folder = (): string => join(bench.dataFolder, 'logos');

it('gives the picture of a record, keeps it readable by its owner only, and believes no file that is none', async () => {
  const image = await imageOf(CARD);
  expect(image).toMatch(/^data:image\/png;base64,/);
  const [name = ''] = readdirSync(folder());
  expect(name).toBe(createHash('sha256').update(`loopback ${CARD}`).digest('hex'));
  expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
  chmodSync(join(folder(), name), 0o600);
  writeFileSync(join(folder(), name), '<svg onload="x()"/>');
  expect(await imageOf(CARD)).toBe(image);
  expect(await imageOf(CARD)).toBe(image);
});

it('gives the pictures of networks of withdrawals', async () => {
  const page = await until(
    () => bench.call('withdrawals.page', { filter: {}, sort: [], offset: 0, limit: 10 }),
    ({ rows }) => rows.length > 0,
  );
  const url = page.rows[0]?.logo_url ?? '';
  expect(url).toMatch(/^https:\/\/static\.pay\.example\/networks\//);
  expect(
    await until(
      () => imageOf(url),
      (image) => image !== null,
    ),
  ).toMatch(/^data:image\/png/);
});

it('fetches no address that no record names, and nothing when logos are not wanted', async () => {
  expect(await imageOf('https://static.pay.example/methods/other.png')).toBeNull();
  expect(await imageOf(`${sandbox.baseUrl}/static/methods/card-eur.png`)).toBeNull();
  await bench.call('settings.set', { logos: false });
  expect(await imageOf(CARD)).toBeNull();
});
