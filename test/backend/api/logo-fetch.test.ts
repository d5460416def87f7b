/**
 * Pictures from servers that mean harm, over real sockets: nothing but a small whole picture comes through, nothing of ours goes out, and no name
 * leads to this machine or its network.
 */
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  fetchLogo,
  isLogoAddress,
  isPublicIp,
  type LogoRequest,
  resolveBy,
  type ResolveName,
} from '../../../src/backend/api/logo-fetch.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { pictureAt } from '../../../src/sandbox/http/pictures.ts';
import { selfSigned } from './certificates.ts';
import { trusting } from './fixture.ts';

const PNG = pictureAt('/static/methods/card.png') ?? Buffer.alloc(0);
const open: Server[] = [];
const seen: IncomingHttpHeaders[] = [];

afterEach(async () => {
  seen.length = 0;
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening(server: Server, scheme: string): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `${scheme}://127.0.0.1:${address.port}`;
}

function serving(answer: RequestListener): Promise<string> {
  const listener: RequestListener = (request, response) => {
    seen.push(request.headers);
    answer(request, response);
  };
  return listening(createServer(listener), 'http');
}

const ask = (url: string, change: Partial<LogoRequest> = {}): Promise<Uint8Array | null> =>
  fetchLogo({
    url: new URL(url),
    loopbackOrigin: new URL(url).origin,
    clock: systemClock,
    signal: new AbortController().signal,
    network: trusting([]),
    ...change,
  });

/** A clock on which the time limit is over in so many milliseconds. */
const hurried = (ms: number): LogoRequest['clock'] => ({
  ...systemClock,
  sleep: (_, signal) => systemClock.sleep(ms, signal),
});

describe('a server', () => {
  it('gets a request that says nothing of us, and its picture comes through', async () => {
    const origin = await serving((_, response) => response.setHeader('set-cookie', 'a=b').end(PNG));
    expect(Buffer.from((await ask(`${origin}/a.png`)) ?? [])).toEqual(PNG);
    expect(await ask(`${origin}/a.png`)).not.toBeNull();
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
    }
  });

  it.each<[string, RequestListener]>([
    ['a file that is too large, and says so', (_, response) => response.setHeader('content-length', 70_000).end(PNG)],
    ['a file without an end', (_, response) => void flood(() => response.write(Buffer.alloc(16_384)))],
    ['another status', (_, response) => response.writeHead(404).end(PNG)],
    [
      'a redirect to this machine',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(PNG),
    ],
    ['packed bytes', (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(PNG))],
    ['a bomb', (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(30_000_000)))],
    ['packed bytes that do not say so', (_, response) => response.end(gzipSync(PNG))],
    ['a program (SVG)', (_, response) => response.setHeader('content-type', 'image/png').end('<svg onload="x()"/>')],
    ['a page', (_, response) => response.setHeader('content-type', 'image/png').end('<html></html>')],
    ['half a picture', (_, response) => response.end(PNG.subarray(0, PNG.length - 20))],
    [
      'a picture cut off on its way',
      (_, response) => response.setHeader('content-length', PNG.length + 9).write(PNG, () => response.destroy()),
    ],
    ['a picture and more', (_, response) => response.end(Buffer.concat([PNG, Buffer.from('<script>')]))],
    ['a picture of 1 by 1,000,000,000', (_, response) => response.end(sized(1, 1_000_000_000))],
    ['nothing', (_, response) => response.end()],
    ['a broken line', (_, response) => response.destroy()],
  ])('that answers with %s gives none', async (_, answer) => {
    const origin = await serving(answer);
    expect(await ask(`${origin}/a.png`)).toBeNull();
    expect(seen).toHaveLength(1);
  });

  it('that drips, or says nothing at all, is left when the time is over', async () => {
    const dripping = await serving((_, response) => {
      const timer = setInterval(() => response.write(PNG.subarray(0, 1)), 5);
      response.on('close', () => clearInterval(timer));
    });
    const silent = await serving(() => undefined);
    const answers = await Promise.all([dripping, silent].map((origin) => ask(`${origin}/`, { clock: hurried(150) })));
    expect(answers).toEqual([null, null]);
  });

  it('is left when the console closes', async () => {
    const closing = new AbortController();
    const silent = await serving(() => closing.abort(new Error('closing')));
    expect(await ask(`${silent}/`, { signal: closing.signal })).toBeNull();
  });

  it('with a certificate that nobody vouches for is not believed; with one of the system it is', async () => {
    const certificate = selfSigned({ ip: ['127.0.0.1'] });
    const origin = await listening(
      createTlsServer(certificate, (_, response) => response.end(PNG)),
      'https',
    );
    expect(await ask(`${origin}/`)).toBeNull();
    expect(await ask(`${origin}/`, { network: trusting([certificate.cert]) })).not.toBeNull();
  });
});

/** Until the other side hangs up. */
async function flood(write: () => boolean): Promise<void> {
  for (let chunk = 0; chunk < 100; chunk += 1) {
    write();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function sized(width: number, height: number): Buffer {
  const claimed = Buffer.from(PNG);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  return claimed;
}

describe('an address', () => {
  it.each([
    'http://cdn.example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://[::1]/a.png',
    'https://localhost/a.png',
    'https://router.local/a.png',
    'https://metadata.internal/a.png',
    'https://intranet/a.png',
    'https://user:secret@cdn.example.com/a.png',
    'https://cdn.example.com:8443/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://127.0.0.1:8081/a.png',
  ])('%s is never asked', async (address) => {
    expect(isLogoAddress(new URL(address), 'http://127.0.0.1:8080')).toBe(false);
    let isResolved = false;
    const resolve = fakeResolver(() => {
      isResolved = true;
      return ['93.184.216.34'];
    });
    expect(await ask(address, { loopbackOrigin: null, resolve })).toBeNull();
    expect(isResolved).toBe(false);
  });

  it.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['93.184.216.34', '192.168.1.1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1']],
    [[]],
  ])('whose name leads to %j is not connected to, and its name is asked for once', async (addresses) => {
    let connections = 0;
    const watched = createServer((_, response) => response.end(PNG)).on('connection', () => (connections += 1));
    await listening(watched, 'http');
    let looks = 0;
    const resolve = fakeResolver(() => {
      looks += 1;
      return addresses;
    });
    expect(await ask('https://cdn.example.com/a.png', { loopbackOrigin: null, resolve })).toBeNull();
    expect([looks, connections]).toEqual([1, 0]);
  });

  it.each([
    ['0.0.0.0', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['fc00::1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['::', false],
    ['64:ff9b::7f00:1', false],
    ['cdn.example', false],
  ])('%s is of the public internet: %s', (address, isPublic) => {
    expect(isPublicIp(address)).toBe(isPublic);
  });
});

describe('name servers', () => {
  it('say all addresses of both families, or that there are none', async () => {
    const server = await nameServer((name, type) => {
      if (name !== 'cdn.example.com') return null;
      return type === 1 ? [Buffer.from([93, 184, 216, 34]), Buffer.from([10, 0, 0, 1])] : [Buffer.alloc(16, 0x20)];
    });
    const asked = (name: string) =>
      new Promise((resolve) => resolveBy([server])(name, (error, addresses) => resolve(error ?? addresses)));
    expect(await asked('cdn.example.com')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '2020:2020:2020:2020:2020:2020:2020:2020', family: 6 },
    ]);
    expect(await asked('other.example.com')).toBeInstanceOf(Error);
  });

  it('that say nothing keep no thread that the disk needs', async () => {
    const server = await nameServer(() => 'silence');
    let over = 0;
    for (let number = 0; number < 12; number += 1) resolveBy([server])(`cdn${number}.example.com`, () => (over += 1));
    expect((await readFile(import.meta.filename)).length).toBeGreaterThan(0);
    expect(over).toBe(0);
  });
});

/** The answer to a question of type 1 (A) or 28 (AAAA); null: there is no such name. */
type NameAnswer = (name: string, type: number) => readonly Buffer[] | null | 'silence';

/** Answers on this machine; its address with its port. */
async function nameServer(answer: NameAnswer): Promise<string> {
  const socket = createSocket('udp4').unref();
  socket.on('message', (question, { address, port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + size));
      at += size + 1;
    }
    const type = question.readUInt16BE(at + 1);
    const found = answer(labels.join('.'), type);
    if (found === 'silence') return;
    const head = Buffer.from(question.subarray(0, at + 5));
    head.writeUInt16BE(found === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(found?.length ?? 0, 6);
    head.writeUInt32BE(0, 8);
    const records = (found ?? []).map((data) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]),
    );
    socket.send(Buffer.concat([head, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

function fakeResolver(answer: () => readonly string[]): ResolveName {
  return (_name, done) =>
    done(
      null,
      answer().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}
