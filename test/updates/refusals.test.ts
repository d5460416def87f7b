/**
 * Every reason for which a newer version is refused: each row makes one thing bad in what is good otherwise, and is refused with its own reason.
 * Nothing of what was refused stays on the disk, and nothing can be installed. Real sockets over TLS.
 */
import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stableJson } from '../../src/domain/kernel/fields.ts';
import { type UpdateRefusal, REFUSALS } from '../../src/main/updates/refusal.ts';
import type { Search } from '../../src/main/updates/updates.ts';
import { entryOf, type Manifest, PACKAGE, World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await new World().start();
});
afterEach(() => world.stop());

/** The state after a question and the download that followed. */
async function asked(search: Search) {
  await search.check();
  await expect.poll(() => search.status().state).not.toBe('loading');
  return search.status();
}

async function expectRefused(search: Search, refusal: UpdateRefusal): Promise<void> {
  const shell = world.run(search);
  expect(await asked(search)).toMatchObject({ state: 'refused', reason: REFUSALS[refusal] });
  expect(world.downloads()).toEqual([]);
  await search.install();
  expect(shell.quits).toEqual([]);
}

it('what is good is taken, so that the rows below are about what is bad in them', async () => {
  const search = world.search();
  world.run(search);
  expect(await asked(search)).toMatchObject({ state: 'ready', version: '2.0.0' });
});

const DAY_MS = 86_400_000;
const at = (ms: number): string => `${new Date(world.clock.now() + ms).toISOString().slice(0, 19)}Z`;
const file = (change: Manifest) => () => ({ files: { 'linux-x64': { ...entryOf(PACKAGE), ...change } } });

describe('a signed list is refused', () => {
  const ROWS: readonly [string, UpdateRefusal, () => Manifest][] = [
    ['of another product', 'product', () => ({ product: 'merchant-consolf' })],
    ['of another line', 'channel', () => ({ channel: 'beta' })],
    ['that has just expired', 'expired', () => ({ expires: at(0) })],
    ['of the day after tomorrow', 'clock', () => ({ released: at(DAY_MS + 60_000) })],
    ['that claims to count for longer than ninety days', 'too-long', () => ({ expires: at(89 * DAY_MS + 1_000) })],
    ['of a lower version', 'older', () => ({ version: '0.9.9' })],
    ['of a pre-release of the present version', 'older', () => ({ version: '1.0.0-rc.1' })],
    ['of a version that is none', 'version', () => ({ version: 'v2.0.0' })],
    ['of a version that is a number', 'version', () => ({ version: 2 })],
    ['with a lowest version that is none', 'version', () => ({ minimumVersion: '0.1' })],
    ['without the end of its time', 'not-a-manifest', () => ({ expires: undefined })],
    ['with a time that no calendar has', 'not-a-manifest', () => ({ expires: '2027-13-01T00:00:00Z' })],
    ['with a time in words', 'not-a-manifest', () => ({ released: 'yesterday' })],
    ['with files that are no table', 'not-a-manifest', () => ({ files: [] })],
    ['with a file elsewhere', 'file', file({ name: '../console-2.0.0-linux-x64.AppImage' })],
    ['with a file on another host', 'file', file({ name: 'https://evil.example/console.AppImage' })],
    ['with a file for another system', 'file', file({ name: 'console-2.0.0.exe' })],
    ['with a file without bytes', 'file', file({ size: 0 })],
    ['with a file of half a byte', 'file', file({ size: 1.5 })],
    ['with a file of a gigabyte', 'file', file({ size: 1024 ** 3 })],
    ['with a size in words', 'file', file({ size: `${PACKAGE.length}` })],
    ['with a short digest', 'file', file({ sha512: '00' })],
    ['without a digest', 'file', file({ sha512: undefined })],
    ['with a file that is no object', 'file', () => ({ files: { 'linux-x64': 'console.AppImage' } })],
  ];
  it.each(ROWS)('%s', async (_what, refusal, change) => {
    world.publish(world.manifest(change()));
    await expectRefused(world.search(), refusal);
    expect(world.asked).toEqual(['/r/release.txt']);
  });
});

describe('the answer is refused', () => {
  const body = () => Buffer.from(`${stableJson(world.manifest())}\n`);
  const resigned = (text: string) => world.signed(Buffer.from(text));
  const flipped = (bytes: Buffer, index: number) => {
    const copy = Buffer.from(bytes);
    copy[index] = (copy[index] ?? 0) ^ 1;
    return copy;
  };
  const ROWS: readonly [string, UpdateRefusal, () => Buffer][] = [
    ['with one bit of the signature changed', 'signature', () => flipped(world.signed(body()), 4)],
    ['with one bit of the list changed', 'signature', () => flipped(world.signed(body()), 120)],
    ['with a byte more', 'signature', () => Buffer.concat([world.signed(body()), Buffer.from(' ')])],
    ['signed by another', 'signature', () => world.signed(body(), generateKeyPairSync('ed25519').privateKey)],
    ['unsigned', 'signature', () => Buffer.concat([Buffer.from('unsigned\n'), body()])],
    ['with an empty signature', 'signature', () => Buffer.concat([Buffer.from('\n'), body()])],
    [
      'with a signature spelled in another way',
      'signature',
      () => Buffer.from(world.signed(body()).toString('latin1').replace('\n', ' \n'), 'latin1'),
    ],
    ['as a page of a hotel', 'signature', () => Buffer.from('<!doctype html>\n<title>Welcome</title>\n')],
    ['as one line', 'not-a-manifest', () => Buffer.from('{"version":"2.0.0"}')],
    ['without a byte', 'not-a-manifest', () => Buffer.alloc(0)],
    ['when its list is not JSON', 'not-a-manifest', () => resigned('version: 2.0.0\n')],
    ['when its list is a list', 'not-a-manifest', () => resigned('[]\n')],
    ['in a form of its own', 'not-a-manifest', () => resigned(`${JSON.stringify(world.manifest(), null, 1)}\n`)],
    [
      'with a name twice',
      'not-a-manifest',
      () => resigned(`${stableJson(world.manifest()).replace('{', '{"channel":"stable",')}\n`),
    ],
    ['when it is large', 'too-large', () => resigned(`${stableJson(world.manifest({ notes: 'x'.repeat(70_000) }))}\n`)],
  ];
  it.each(ROWS)('%s', async (_what, refusal, bytes) => {
    world.serve('/r/release.txt', bytes());
    await expectRefused(world.search(), refusal);
  });
});

describe('the file is refused', () => {
  const ROWS: readonly [string, UpdateRefusal, () => Buffer][] = [
    [
      'with its last byte changed',
      'digest',
      () => Buffer.concat([PACKAGE.subarray(0, -1), Buffer.from([~(PACKAGE.at(-1) ?? 0) & 255])]),
    ],
    ['with a byte more', 'too-large', () => Buffer.concat([PACKAGE, Buffer.from('x')])],
    ['with a byte less', 'too-short', () => PACKAGE.subarray(0, -1)],
    ['without a byte', 'too-short', () => Buffer.alloc(0)],
    ['as a page of a hotel', 'too-short', () => Buffer.from('<!doctype html><title>Welcome</title>')],
  ];
  it.each(ROWS)('%s', async (_what, refusal, bytes) => {
    world.serve('/r/console-2.0.0-linux-x64.AppImage', bytes());
    await expectRefused(world.search(), refusal);
  });
});

describe('no answer is no version', () => {
  const redirect = (to: string) => (): void => {
    world.routes.set('/r/release.txt', (_request, response) => {
      response.writeHead(302, { location: to });
      response.end();
    });
  };
  const ROWS: readonly [string, () => void][] = [
    ['nothing there', () => world.routes.clear()],
    [
      'an error with a good list in it',
      () => {
        const good = world.signed(Buffer.from(`${stableJson(world.manifest())}\n`));
        world.routes.set('/r/release.txt', (_request, response) => response.writeHead(500).end(good));
      },
    ],
    [
      'a list that ends in the middle',
      () => {
        const good = world.signed(Buffer.from(`${stableJson(world.manifest())}\n`));
        world.routes.set('/r/release.txt', (_request, response) => {
          response.writeHead(200, { 'content-length': good.length });
          response.write(good.subarray(0, 100), () => response.destroy());
        });
      },
    ],
    [
      'silence',
      () => {
        world.isSilentAbout('manifest');
        world.routes.set('/r/release.txt', () => undefined);
      },
    ],
    [
      'drop by drop for ever',
      () => {
        world.isSilentAbout('manifest');
        world.routes.set('/r/release.txt', (_request, response) => {
          const drip = setInterval(() => response.write('x'), 100);
          response.on('close', () => clearInterval(drip));
        });
      },
    ],
    [
      'packed',
      () => {
        const good = gzipSync(world.signed(Buffer.from(`${stableJson(world.manifest())}\n`)));
        world.routes.set('/r/release.txt', (_request, response) => {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(good);
        });
      },
    ],
    ['another way without encryption', () => redirect(world.origin.replace('https', 'http'))()],
    ['another way with a name and a password', () => redirect(world.origin.replace('//', '//a:b@'))()],
    ['another way to nowhere', redirect('https://')],
    ['circles', redirect('/r/release.txt')],
    ['a certificate that nobody vouches for', () => void (world.ca = [])],
    ['a proxy of another kind', () => void (world.proxy = 'SOCKS5 127.0.0.1:1080')],
    ['a proxy that is not there', () => void (world.proxy = 'PROXY 127.0.0.1:9')],
  ];
  it.each(ROWS)('%s', async (_what, spoil) => {
    spoil();
    const search = world.begun();
    const status = await asked(search);
    expect(status).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The .*\.$/),
      checkedAt: expect.any(String),
    });
    expect(world.asked.length).toBeLessThan(6);
    expect(world.downloads()).toEqual([]);
  });

  it('a file that stops in the middle leaves nothing, and the next question fetches it again', async () => {
    const path = '/r/console-2.0.0-linux-x64.AppImage';
    world.routes.set(path, (_request, response) => {
      response.writeHead(200, { 'content-length': PACKAGE.length });
      response.write(PACKAGE.subarray(0, 1_000));
    });
    const search = world.search();
    world.run(search);
    world.isSilentAbout('file');
    expect(await asked(search)).toMatchObject({ state: 'failed', version: '2.0.0' });
    expect(world.downloads()).toEqual([]);
    world.serve(path, PACKAGE);
    Object.assign(world.limits.file, world.limits.manifest);
    expect(await asked(search)).toMatchObject({ state: 'ready' });
  });
});
