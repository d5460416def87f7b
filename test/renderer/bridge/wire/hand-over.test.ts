/** A file handed over piece by piece: every byte once and in its place, whatever is lost on the way, and nothing left behind when it does not arrive. */
import { describe, expect, it } from 'vitest';
import { failed, type Failure, type Result, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { MAX_IMPORT_BYTES } from '../../../../src/domain/ledger/import.ts';
import {
  type Handable,
  type HandCalls,
  handOver,
  type HandProgress,
  PIECE_BYTES,
  sizeRefusal,
  toBase64,
} from '../../../../src/renderer/bridge/wire/hand-over.ts';

const LOST: Failure = { kind: 'unavailable-offline', detail: 'No answer.' };

/** Bytes that differ from their neighbours, and from those a piece further on. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) & 255;
  return bytes;
}

function fileOf(bytes: Buffer, name = 'ledger.csv'): Handable {
  return {
    name,
    size: bytes.length,
    slice: (from, to) => ({ arrayBuffer: () => Promise.resolve(new Uint8Array(bytes.subarray(from, to)).buffer) }),
  };
}

/** What becomes of the n-th piece that is sent: it arrives, it arrives and its answer is lost, or it does not arrive. */
type Fate = 'arrives' | 'answer-lost' | 'lost' | 'refused';

class Receiver {
  bytes = Buffer.alloc(0);
  readonly discarded: string[] = [];
  readonly offsets: number[] = [];
  readonly waits: number[] = [];
  /** Pieces that are on their way at once; never more than one. */
  most = 0;
  #open = 0;
  #fates: Fate[];

  constructor(fates: Fate[] = []) {
    this.#fates = fates;
  }

  readonly calls: HandCalls = {
    open: () => Promise.resolve(success({ fileId: 'file-1', maxBytes: MAX_IMPORT_BYTES })),
    append: async ({ offset, data }): Promise<Result<{ received: number }>> => {
      this.#open += 1;
      this.most = Math.max(this.most, this.#open);
      await Promise.resolve();
      this.#open -= 1;
      this.offsets.push(offset);
      const fate = this.#fates.shift() ?? 'arrives';
      if (fate === 'refused') return failed({ kind: 'not-found', what: 'file', ident: 'file-1' });
      if (fate === 'lost') return failed(LOST);
      const piece = Buffer.from(data, 'base64');
      expect(piece.length).toBeLessThanOrEqual(PIECE_BYTES);
      if (offset === this.bytes.length) this.bytes = Buffer.concat([this.bytes, piece]);
      return fate === 'answer-lost' ? failed(LOST) : success({ received: this.bytes.length });
    },
    discard: (fileId) => void this.discarded.push(fileId),
    wait: (milliseconds) => {
      this.waits.push(milliseconds);
      return Promise.resolve();
    },
  };
}

const running = (): AbortSignal => new AbortController().signal;
const SIZES = [1, 2, 3, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES + 77];

describe('handing a file over', () => {
  it.each(SIZES)('brings every byte of %d once and in its place, one piece at a time', async (size) => {
    const bytes = bytesOf(size);
    const receiver = new Receiver();
    const told: HandProgress[] = [];
    const result = await handOver(fileOf(bytes), receiver.calls, running(), (now) => told.push(now));
    expect(result).toEqual(success({ fileId: 'file-1', name: 'ledger.csv', bytes: size }));
    expect(receiver.bytes.equals(bytes)).toBe(true);
    expect(receiver.offsets).toHaveLength(Math.ceil(size / PIECE_BYTES));
    expect(receiver.most).toBe(1);
    expect(told.at(-1)).toEqual({ sent: size, total: size, isWaiting: false });
    expect(receiver.discarded).toEqual([]);
  });

  it('sends a piece again to the same place when nothing is heard of it, and not again when it had arrived', async () => {
    const bytes = bytesOf(3 * PIECE_BYTES + 5);
    const receiver = new Receiver(['arrives', 'lost', 'lost', 'answer-lost', 'arrives', 'answer-lost', 'arrives']);
    const told: HandProgress[] = [];
    const result = await handOver(fileOf(bytes), receiver.calls, running(), (now) => told.push(now));
    expect(result.ok).toBe(true);
    expect(receiver.bytes.equals(bytes)).toBe(true);
    const one = PIECE_BYTES;
    expect(receiver.offsets).toEqual([0, one, one, one, one, 2 * one, 2 * one, 3 * one]);
    // A piece that came through begins the patience anew.
    expect(receiver.waits).toEqual([250, 1_000, 3_000, 250]);
    expect(told.some(({ isWaiting }) => isWaiting)).toBe(true);
  });

  it('goes on from what the engine has, also when that is less than was sent', async () => {
    const bytes = bytesOf(2 * PIECE_BYTES);
    const receiver = new Receiver();
    let isShort = true;
    const calls: HandCalls = {
      ...receiver.calls,
      append: async ({ offset, data, fileId }) => {
        if (!isShort) return receiver.calls.append({ offset, data, fileId });
        isShort = false;
        const half = Buffer.from(data, 'base64').subarray(0, 1_000).toString('base64');
        return receiver.calls.append({ offset, data: half, fileId });
      },
    };
    expect((await handOver(fileOf(bytes), calls, running(), () => undefined)).ok).toBe(true);
    expect(receiver.bytes.equals(bytes)).toBe(true);
    expect(receiver.offsets[1]).toBe(1_000);
  });

  it('gives up after its last pause, and leaves nothing behind', async () => {
    const receiver = new Receiver(Array.from({ length: 20 }, () => 'lost'));
    const result = await handOver(fileOf(bytesOf(10)), receiver.calls, running(), () => undefined);
    expect(result).toEqual(failed(LOST));
    expect(receiver.offsets).toHaveLength(5);
    expect(receiver.discarded).toEqual(['file-1']);
  });

  it('ends at once when the engine refuses, without another try', async () => {
    const receiver = new Receiver(['refused']);
    const result = await handOver(fileOf(bytesOf(10)), receiver.calls, running(), () => undefined);
    expect(result.ok ? null : result.failure.kind).toBe('not-found');
    expect(receiver.offsets).toEqual([0]);
    expect(receiver.discarded).toEqual(['file-1']);
  });

  it('refuses a file that changes while it is read', async () => {
    const file: Handable = {
      name: 'ledger.csv',
      size: 3 * PIECE_BYTES,
      slice: (from) => ({
        arrayBuffer: () =>
          from === 0 ? Promise.resolve(new ArrayBuffer(PIECE_BYTES)) : Promise.reject(new Error('NotReadable')),
      }),
    };
    const receiver = new Receiver();
    const result = await handOver(file, receiver.calls, running(), () => undefined);
    expect(result).toEqual(failed({ kind: 'file-refused', reason: 'upload-broken' }));
    expect(receiver.discarded).toEqual(['file-1']);
    const short: Handable = { ...file, slice: () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(5)) }) };
    expect((await handOver(short, receiver.calls, running(), () => undefined)).ok).toBe(false);
  });

  it('stops where it is stopped, and discards what had arrived', async () => {
    const stop = new AbortController();
    const receiver = new Receiver();
    const result = await handOver(fileOf(bytesOf(4 * PIECE_BYTES)), receiver.calls, stop.signal, ({ sent }) => {
      if (sent > 0) stop.abort();
    });
    expect(result).toEqual(failed({ kind: 'cancelled' }));
    expect(receiver.offsets).toHaveLength(1);
    expect(receiver.discarded).toEqual(['file-1']);
  });

  it('is not even begun with a size that is refused', async () => {
    expect(sizeRefusal(MAX_IMPORT_BYTES)).toBeNull();
    expect(sizeRefusal(0)).toEqual({ kind: 'file-refused', reason: 'file-empty' });
    expect(sizeRefusal(MAX_IMPORT_BYTES + 1)).toMatchObject({ reason: 'file-too-large', detail: '1.01 GiB' });
    const receiver = new Receiver();
    const large = { ...fileOf(Buffer.alloc(0)), size: 2 * MAX_IMPORT_BYTES };
    const result = await handOver(large, receiver.calls, running(), () => undefined);
    expect(result).toEqual(failed({ kind: 'file-refused', reason: 'file-too-large', detail: '2.00 GiB' }));
    expect(receiver.discarded).toEqual([]);
  });

  it('keeps the end of a name that is too long', async () => {
    const opened: unknown[] = [];
    const receiver = new Receiver();
    const calls: HandCalls = {
      ...receiver.calls,
      open: (input) => {
        opened.push(input);
        return receiver.calls.open(input);
      },
    };
    await handOver(fileOf(bytesOf(3), `${'x'.repeat(300)}.csv`), calls, running(), () => undefined);
    expect(opened).toEqual([{ name: `${'x'.repeat(251)}.csv`, bytes: 3 }]);
  });
});

describe('base64', () => {
  it('is that of all bytes, at every length around its parts', () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 49_153]) {
      const bytes = bytesOf(length);
      expect(toBase64(bytes)).toBe(bytes.toString('base64'));
    }
  });
});
