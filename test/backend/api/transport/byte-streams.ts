/**
 * Seeded streams of bytes against the real transport: what the far end says, how it is cut, delayed, mixed and broken, and what the program does
 * meanwhile. Says what was wrong with how it ended. Not here: the sockets (memory-socket.ts).
 */
import { DIRECT_NETWORK, type Network } from '../../../../src/backend/api/transport/network.ts';
import { createTransport, type Outcome, TRANSPORT_LIMITS } from '../../../../src/backend/api/transport/transport.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { seeded } from '../../../support/seeded.ts';
import { CANARY } from '../fixture.ts';
import { memorySockets, type MemorySocket } from './memory-socket.ts';

class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  is(share: number): boolean {
    return this.#random() < share;
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  }
}

const STATUSES = [200, 200, 200, 201, 204, 304, 307, 400, 404, 429, 500, 502, 503];

/** An answer, whole or with one of its parts wrong. */
function answer(chance: Chance): Buffer {
  const body = JSON.stringify({ success: true, data: 'x'.repeat(chance.below(400)) });
  const head = [`HTTP/1.1 ${chance.of(STATUSES)} X`, 'Content-Type: application/json'];
  if (chance.is(0.1)) head.push('Connection: close');
  if (chance.is(0.05)) head.push('Content-Encoding: gzip');
  if (chance.is(0.05)) head.push(`X-Long: ${'y'.repeat(20_000)}`);
  let sent = body;
  const size = body.length;
  switch (
    chance.of(['right', 'right', 'too-long', 'too-short', 'twice', 'no-number', 'none', 'chunked', 'bad-chunks'])
  ) {
    case 'too-long':
      head.push(`Content-Length: ${size + 1 + chance.below(50)}`);
      break;
    case 'too-short':
      head.push(`Content-Length: ${Math.max(0, size - 1 - chance.below(50))}`);
      break;
    case 'twice':
      head.push(`Content-Length: ${size}`, `Content-Length: ${size + 1}`);
      break;
    case 'no-number':
      head.push(`Content-Length: ${chance.of(['-1', 'x', '1e3', '99999999999999999999'])}`);
      break;
    case 'none':
      break;
    case 'chunked':
      head.push('Transfer-Encoding: chunked');
      sent = `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      break;
    case 'bad-chunks':
      head.push('Transfer-Encoding: chunked');
      sent = chance.of([`zz\r\n${body}`, `${(size + 9).toString(16)}\r\n${body}\r\n0\r\n\r\n`, `-1\r\n${body}`, body]);
      break;
    default:
      head.push(`Content-Length: ${size}`);
  }
  const early = chance.is(0.1)
    ? chance.of([
        'HTTP/1.1 103 Early\r\n\r\n',
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ])
    : '';
  return Buffer.from(`${early}${head.join('\r\n')}\r\n\r\n${sent}`, 'latin1');
}

/** What the far end says in all. */
function speech(chance: Chance): Buffer {
  let bytes = answer(chance);
  if (chance.is(0.1)) bytes = Buffer.concat([bytes, answer(chance)]);
  if (chance.is(0.05)) bytes = Buffer.from(Array.from({ length: 1 + chance.below(200) }, () => chance.below(256)));
  if (chance.is(0.15)) bytes = bytes.subarray(0, chance.below(bytes.length));
  for (let wrong = chance.is(0.2) ? 1 + chance.below(4) : 0; wrong > 0 && bytes.length > 0; wrong -= 1)
    bytes[chance.below(bytes.length)] = chance.below(256);
  return bytes;
}

function pieces(bytes: Buffer, chance: Chance): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = chance.is(0.3) ? 1 + chance.below(20) : bytes.length;
    cut.push(bytes.subarray(at, at + size));
    at += size;
    // A drip ends in one piece.
    if (cut.length === 12) break;
  }
  const said = cut.reduce((sum, piece) => sum + piece.length, 0);
  if (said < bytes.length) cut.push(bytes.subarray(said));
  if (chance.is(0.05)) cut.reverse();
  return cut;
}

/** The far end of one connection. */
class FarEnd {
  readonly #socket: MemorySocket;
  readonly #chance: Chance;
  readonly #clock: DiscreteClock;
  wasConnected = false;
  #isSpeaking = false;

  constructor(socket: MemorySocket, chance: Chance, clock: DiscreteClock) {
    this.#socket = socket;
    this.#chance = chance;
    this.#clock = clock;
    socket.on('error', () => undefined);
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const chance = this.#chance;
    const socket = this.#socket;
    if (chance.is(0.05)) return;
    await this.#clock.sleep(chance.is(0.8) ? 0 : chance.below(12_000));
    if (chance.is(0.08)) return socket.break(chance.of(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT']));
    if (socket.destroyed) return;
    if (chance.is(0.05)) socket.writing = 'stalled';
    if (chance.is(0.08)) socket.writing = { brokenAfter: chance.below(200) };
    this.wasConnected = true;
    const isEager = chance.is(0.05);
    socket.onWritten = () => void this.#speak();
    socket.connected();
    if (isEager) void this.#speak();
  }

  async #speak(): Promise<void> {
    if (this.#isSpeaking || this.#chance.is(0.05)) return;
    this.#isSpeaking = true;
    const chance = this.#chance;
    if (chance.is(0.1)) return this.#socket.break(chance.of(['ECONNRESET', 'EPIPE']));
    for (const piece of pieces(speech(chance), chance)) {
      if (chance.is(0.3)) await this.#clock.sleep(chance.is(0.9) ? chance.below(50) : chance.below(14_000));
      this.#socket.say(piece);
    }
    this.#isSpeaking = false;
    if (chance.is(0.3)) this.#socket.say(null);
    else if (chance.is(0.1)) this.#socket.break('ECONNRESET');
  }
}

const PROXIED: Network = { ...DIRECT_NETWORK, resolveProxy: async () => 'PROXY proxy.example:3128' };

interface Sent {
  readonly marker: string;
  readonly outcome: Outcome;
  /** Milliseconds of the clock. */
  readonly took: number;
}

export interface Streamed {
  /** Empty is right. */
  readonly wrong: readonly string[];
  readonly ends: readonly Outcome['kind'][];
}

/** How the requests over one stream ended, and what was wrong with that. */
export async function streamed(seed: number): Promise<Streamed> {
  const chance = new Chance(seed);
  const clock = new DiscreteClock();
  const ends: FarEnd[] = [];
  const sockets: MemorySocket[] = [];
  const memory = memorySockets((socket) => {
    sockets.push(socket);
    ends.push(new FarEnd(socket, chance, clock));
  });
  const isProxied = chance.is(0.2);
  const transport = createTransport({
    origin: isProxied ? 'https://api.example' : 'http://127.0.0.1:1',
    key: () => CANARY,
    clock,
    network: PROXIED,
  });
  const send = async (number: number): Promise<Sent> => {
    const marker = `/api/v1/external/request-${seed}-${number}-end`;
    const isWrite = chance.is(0.7);
    const over = new AbortController();
    if (chance.is(0.1)) void clock.sleep(chance.below(15_000)).then(() => over.abort(new Error('given up')));
    const isHeld = chance.is(0.05);
    const from = clock.monotonic();
    const outcome = await transport.send({
      method: isWrite ? 'POST' : 'GET',
      path: marker,
      body: isWrite ? JSON.stringify({ number }) : undefined,
      fresh: isWrite && chance.is(0.9),
      holdBack: () => (isHeld ? { kind: 'cancelled' } : null),
      signal: over.signal,
    });
    return { marker, outcome, took: clock.monotonic() - from };
  };
  const wrong: string[] = [];
  const kinds: Outcome['kind'][] = [];
  try {
    if (chance.is(0.1)) void clock.sleep(chance.below(15_000)).then(() => transport.drop());
    const rounds = 1 + chance.below(2);
    for (let round = 0; round < rounds; round += 1) {
      const all = Promise.all(Array.from({ length: 1 + chance.below(3) }, (_, index) => send(round * 10 + index)));
      for (const sent of await clock.run(all, 2 * TRANSPORT_LIMITS.totalMs)) {
        kinds.push(sent.outcome.kind);
        wrong.push(...judged(sent, sockets, ends, isProxied));
      }
    }
    await clock.during(transport.close());
  } catch (error) {
    wrong.push(`ended with ${String(error)}`);
  } finally {
    memory.restore();
    for (const socket of sockets) socket.destroy();
  }
  return { wrong: wrong.map((problem) => `seed ${seed}: ${problem}`), ends: kinds };
}

function judged(
  { marker, outcome, took }: Sent,
  sockets: readonly MemorySocket[],
  ends: readonly FarEnd[],
  isProxied: boolean,
): readonly string[] {
  const times = sockets.reduce((sum, { written }) => sum + written.split(marker).length - 1, 0);
  const wrong: string[] = [];
  if (times > 1) wrong.push(`${marker} was sent ${times} times`);
  if (times > 0 && outcome.kind === 'not-sent') wrong.push(`${marker} was sent and is called not sent`);
  if (times === 0 && outcome.kind === 'reply') wrong.push(`${marker} has an answer and was never sent`);
  if (times === 0 && !ends.some(({ wasConnected }) => wasConnected) && outcome.kind !== 'not-sent')
    wrong.push(`${marker} had no connection and is called ${outcome.kind}`);
  if (isProxied && outcome.kind !== 'not-sent') wrong.push(`${marker} met no API and is called ${outcome.kind}`);
  if (isProxied && sockets.some(({ written }) => written.includes(CANARY))) wrong.push('a proxy saw the key');
  if (took > TRANSPORT_LIMITS.totalMs) wrong.push(`${marker} took ${took} ms`);
  return wrong;
}
