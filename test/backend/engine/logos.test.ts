/**
 * Whose turn it is to be fetched, and what is not asked for again: hosts that are slow hold nobody else up, and many questions are one look into the
 * mirror. Not here: what a request may reach (api/logo-fetch.test.ts), the engine around it (integration/logos.test.ts).
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DIRECT_NETWORK } from '../../../src/backend/api/network.ts';
import { type LogoOwner, Logos } from '../../../src/backend/engine/logos.ts';
import { LogoFolder } from '../../../src/backend/files/logo-folder.ts';
import { pictureAt } from '../../../src/sandbox/http/pictures.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { page, temporaryFolder, withdrawal } from '../mirror/sample.ts';
import { SILENT } from '../workers/fixture.ts';
import { openedForEach } from '../workers/opened.ts';

const PNG = pictureAt('/static/methods/card.png') ?? Buffer.alloc(0);
/** How long a request may take (api/logo-fetch). */
const TOTAL_MS = 10_000;
const HOSTS = ['good', 'missing', 'slow0', 'slow1', 'slow2', 'slow3', 'slow4', 'slow5'];
const EACH = 6;

let folder: ReturnType<typeof temporaryFolder>;
let clock: DiscreteClock;
let asked: string[];
let looks: number;
let isFast: boolean;
let logos: Logos;
let owner: LogoOwner;

/** Time stands still while the disk works. */
class HeldFolder extends LogoFolder {
  override get(url: string): Promise<Uint8Array | null> {
    return clock.during(super.get(url));
  }
  override put(url: string, bytes: Uint8Array): Promise<void> {
    return clock.during(super.put(url, bytes));
  }
}

const logo = (host: string, number: number): string => `https://${host}.example/${number}.png`;

openedForEach(({ mirror }) => {
  clock = new DiscreteClock();
  owner = {
    mirror: {
      read: (name, input) => {
        looks += 1;
        return clock.during(mirror.read(name, input));
      },
      write: mirror.write,
    },
    profile: { origin: 'https://api.example' },
  };
});

beforeEach(async () => {
  folder = temporaryFolder();
  asked = [];
  looks = 0;
  isFast = false;
  const addresses = HOSTS.flatMap((host) => Array.from({ length: EACH }, (_, number) => logo(host, number)));
  const records = addresses.map((address, index) => withdrawal(index, { network: `N${index}`, logo_url: address }));
  await owner.mirror.write('withdrawals.store', page(records, { asOf: '2026-11-21T10:00:00Z' }));
  logos = new Logos({
    folder: new HeldFolder(folder.path, () => clock.now()),
    clock,
    log: SILENT,
    network: DIRECT_NETWORK,
    isWanted: () => Promise.resolve(true),
    sandboxOrigin: null,
    fetch: async ({ url }) => {
      asked.push(url.host);
      if (url.host.startsWith('slow') && !isFast) {
        await clock.sleep(TOTAL_MS);
        return null;
      }
      await clock.sleep(100);
      return url.host.startsWith('missing') ? null : PNG;
    },
  });
});
afterEach(() => folder.remove());

const get = (address: string): Promise<string | null> => logos.get(owner, address);
const ofHosts = (hosts: readonly string[]): readonly string[] =>
  Array.from({ length: EACH }, (_, number) => hosts.map((host) => logo(host, number))).flat();

it('slow hosts hold a good one up for one time limit at most, and are not asked again and again', async () => {
  const slow = HOSTS.filter((host) => host.startsWith('slow'));
  const waiting = Promise.all(ofHosts(slow).map(get));
  const good = await clock.run(Promise.all(ofHosts(['good', 'missing']).map(get)));
  expect(good.filter((image) => image !== null)).toHaveLength(EACH);
  expect(clock.monotonic()).toBeLessThan(TOTAL_MS + 2_000);
  expect(await clock.run(waiting)).toEqual(Array.from({ length: slow.length * EACH }, () => null));
  expect(asked.filter((host) => host.startsWith('slow'))).toHaveLength(slow.length);
  expect(clock.monotonic()).toBeLessThan(2 * TOTAL_MS + 2_000);
  isFast = true;
  expect(await clock.run(get(logo('slow0', 1)))).toBeNull();
  // What was never asked for is, once the host had its time.
  await clock.runFor(10 * 60_000);
  expect(await clock.run(get(logo('slow0', 1)))).not.toBeNull();
});

it('after a sleep or in another network everything may be asked for again', async () => {
  expect(await clock.run(Promise.all([get(logo('slow0', 0)), get(logo('slow0', 1))]))).toEqual([null, null]);
  isFast = true;
  logos.wake();
  expect(await clock.run(Promise.all([get(logo('slow0', 0)), get(logo('slow0', 1))]))).not.toContain(null);
});

it('many questions are one look into the mirror, and none for what is known', async () => {
  await clock.run(Promise.all([...ofHosts(['good']), 'https://good.example/unknown.png'].map(get)));
  await clock.run(Promise.all([...ofHosts(['good']), 'https://good.example/unknown.png'].map(get)));
  expect(looks).toBe(1);
  await clock.runFor(60_000);
  expect(await clock.run(get('https://good.example/unknown.png'))).toBeNull();
  expect(looks).toBe(2);
});
