/**
 * What every way to the engine must do alike: the same frames get the same answers, whether they come in-process, over the
 * browser shell's HTTP or through Electron's IPC. Each wire runs this suite. Not here: what calls mean.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { answerFrameCodec, eventFrameCodec } from '../../src/contract/envelope.ts';

/** What came of a frame: an answer (null for a cancel), or a word of the shell that did not even pass it on. */
export type Outcome =
  | { readonly kind: 'answer'; readonly frame: unknown }
  | { readonly kind: 'refused'; readonly word: string };

export interface Wire {
  send(frame: unknown): Promise<Outcome>;
  /** Every push from now on; resolves once the stream is open. */
  listen(listener: (frame: unknown) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** In-process nothing is serialised, so there is no size to refuse; both shells have the same limit. */
export type FrameLimit = readonly [] | readonly [typeof MAX_FRAME_BYTES];

/** Frames that are not ones, and frames for nothing: the failure's kind and the path of its first issue. */
const BAD_FRAMES: readonly (readonly [name: string, frame: unknown, id: string, path: string])[] = [
  ['null', null, '', ''],
  ['a list', [], '', ''],
  ['a text', 'profiles.list', '', ''],
  ['a number', 7, '', ''],
  ['an empty object', {}, '', ''],
  ['an id that is a number', { id: 1, call: 'profiles.list' }, '', ''],
  ['an empty id', { id: '', call: 'profiles.list' }, '', 'id'],
  ['an id that is too long', { id: 'x'.repeat(65), call: 'profiles.list' }, 'x'.repeat(64), 'id'],
  ['no call', { id: 'a' }, 'a', ''],
  ['a surplus field', { id: 'a', call: 'profiles.list', admin: true }, 'a', ''],
  ['a cancel with more in it', { cancel: 'a', id: 'b', call: 'profiles.list' }, 'b', ''],
  ['an unknown call', { id: 'a', call: 'profiles.everything' }, 'a', 'call'],
  ['a call named like a property of objects', { id: 'a', call: 'constructor' }, 'a', 'call'],
  ['a call named __proto__', { id: 'a', call: '__proto__' }, 'a', 'call'],
  ['an input of the wrong kind', { id: 'a', call: 'profiles.select', input: { id: 7 } }, 'a', 'id'],
  ['a surplus input field', { id: 'a', call: 'profiles.list', input: { all: true } }, 'a', ''],
  ['a page beyond the limit', { id: 'a', call: 'invoices.page', input: { offset: 0, limit: 201 } }, 'a', 'limit'],
];

/** Registers the suite for one wire. */
export function contractSuite(name: string, limit: FrameLimit, open: () => Promise<Wire>): void {
  describe(`contract over ${name}`, () => {
    let wire: Wire;
    beforeAll(async () => {
      wire = await open();
    }, 120_000);
    afterAll(() => wire?.close());

    async function answerOf(frame: unknown): Promise<unknown> {
      const outcome = await wire.send(frame);
      if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.word}`);
      return outcome.frame;
    }

    test('a call is answered under its id, as the declared frame', async () => {
      const answer = await answerOf({ id: 'call-1', call: 'profiles.list' });
      expect(answerFrameCodec.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ id: 'call-1', ok: true, output: { profiles: [{ origin: 'sandbox' }] } });
    });

    test('input may be absent where nothing is needed, and is the same as an empty one', async () => {
      const without = await answerOf({ id: 'a', call: 'settings.get' });
      expect(await answerOf({ id: 'a', call: 'settings.get', input: {} })).toEqual(without);
    });

    test.each(BAD_FRAMES)('%s is answered as invalid input', async (_name, frame, id, path) => {
      const answer = await answerOf(frame);
      expect(answerFrameCodec.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ id, ok: false, failure: { kind: 'invalid-input', issues: [{ path }] } });
    });

    test('a profile that is not there is a failure of its own', async () => {
      const answer = await answerOf({ id: 'a', call: 'sync.status', profile: 'no-such-profile' });
      expect(answer).toMatchObject({ id: 'a', ok: false, failure: { kind: 'profile-changed', reason: 'unknown' } });
    });

    test('text of every script, and money as a string, cross unharmed', async () => {
      const text = 'Ünïcode 漢字 🔑 \u2028 \\ " </script> \u0000';
      const filter = { text: text.slice(0, 20) };
      const answer = await answerOf({ id: text.slice(0, 20), call: 'overview.totals', input: { filter } });
      expect(answer).toMatchObject({ id: text.slice(0, 20) });
    });

    test('a cancel has no answer, and one for nothing does no harm', async () => {
      expect(await wire.send({ cancel: 'nothing-runs-under-this' })).toEqual({ kind: 'answer', frame: null });
    });

    test('many calls at once get each its own answer', async () => {
      const ids = Array.from({ length: 40 }, (_, at) => `many-${at}`);
      const answers = await Promise.all(ids.map((id) => answerOf({ id, call: 'app.info' })));
      expect(answers).toEqual(ids.map((id) => expect.objectContaining({ id, ok: true })));
    });

    test('a cancel gives a read up that waits for the API, and only that one', async () => {
      const { waiting, answers } = await readsThatWait(answerOf);
      const [first = '', ...others] = waiting.keys();
      await wire.send({ cancel: first });
      expect(await answers.get(first)).toEqual({ id: first, ok: false, failure: { kind: 'cancelled' } });
      expect([...waiting.values()].filter((state) => state.isSettled)).toHaveLength(1);
      for (const id of others) await wire.send({ cancel: id });
      for (const id of others) expect(await answers.get(id)).toMatchObject({ failure: { kind: 'cancelled' } });
    });

    test.each(limit)('a frame of more than %i bytes is refused', async (bytes) => {
      const frame = (length: number) => ({ id: 'a', call: 'none', input: 'x'.repeat(length) });
      const overhead = JSON.stringify(frame(0)).length;
      expect(await answerOf(frame(bytes - overhead))).toMatchObject({
        failure: { kind: 'invalid-input', issues: [{ path: 'call' }] },
      });
      expect(await wire.send(frame(bytes - overhead + 1))).toEqual({ kind: 'refused', word: 'too-large' });
      // Counted in bytes, not in characters.
      const wide = { id: 'a', call: 'none', input: '漢'.repeat(bytes / 3) };
      expect(await wire.send(wide)).toEqual({ kind: 'refused', word: 'too-large' });
    });

    test('the stream begins with a heartbeat, is numbered without a gap, and carries what a write changed', async () => {
      const frames: unknown[] = [];
      const stop = await wire.listen((frame) => frames.push(frame));
      await expect.poll(() => frames.length).toBeGreaterThan(0);
      expect(await answerOf({ id: 'w', call: 'settings.set', input: { colourScheme: 'dark' } })).toMatchObject({
        ok: true,
      });
      const names = () => frames.map((frame) => eventFrameCodec.parse(frame).event);
      await expect.poll(names).toContain('settings.changed');
      await stop();
      const count = frames.length;
      expect(frames.map((frame) => eventFrameCodec.parse(frame).seq)).toEqual(frames.map((_, at) => at));
      expect(names()[0]).toBe('heartbeat');
      await answerOf({ id: 'w', call: 'settings.set', input: { colourScheme: 'auto' } });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(frames).toHaveLength(count);
    });

    test('a second stream begins at zero again', async () => {
      const frames: unknown[] = [];
      const stop = await wire.listen((frame) => frames.push(frame));
      await expect.poll(() => frames.length).toBeGreaterThan(0);
      await stop();
      expect(frames[0]).toMatchObject({ event: 'heartbeat', profile: null, seq: 0, data: {} });
    });
  });
}

interface ReadState {
  isSettled: boolean;
}

/** Of the minute of the API's limit: as long as what is asked of reads that wait may take. */
const FAR_MS = 15_000;

/** Until the turn of the next request that waits, milliseconds. */
async function waitingMs(answerOf: (frame: unknown) => Promise<unknown>): Promise<number> {
  const answer = await answerOf({ id: 'status', call: 'sync.status', input: {} });
  return Number(Object(Object(Object(answer).output).budget).waitingMs);
}

/** Asks the API for more than it allows in a minute, until some reads have to wait for their turn. */
async function readsThatWait(answerOf: (frame: unknown) => Promise<unknown>) {
  for (let round = 0; round < 5; round += 1) {
    const answers = new Map<string, Promise<unknown>>();
    const states = new Map<string, ReadState>();
    for (let at = 0; at < 50; at += 1) {
      const id = `slow-${round}-${at}`;
      const state = { isSettled: false };
      const answer = answerOf({ id, call: 'invoices.get', input: { ident: `no-such-${id}`, fresh: true } });
      states.set(id, state);
      answers.set(
        id,
        answer.finally(() => (state.isSettled = true)),
      );
    }
    const count = () => [...states.values()].filter((state) => state.isSettled).length;
    // Until all are answered, or those that are not wait for a turn that is far away, and not for a busy machine.
    for (let still = 0, before = -1; still < 3 && count() < states.size; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const now = count();
      still = now === before && (await waitingMs(answerOf)) >= FAR_MS ? still + 1 : 0;
      before = now;
    }
    const waiting = new Map([...states].filter(([, state]) => !state.isSettled));
    if (waiting.size > 1) return { waiting, answers };
    // A single one that waits is left waiting: the next round then has company for it.
    await Promise.all([...answers].filter(([id]) => !waiting.has(id)).map(([, answer]) => answer));
  }
  throw new Error('the API never made a read wait');
}
