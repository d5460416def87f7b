/** Calls through the bridge: checked answers, named failures, cancelled reads, writes whose answer is lost. */
import { SETTINGS } from '../../support/scripts.ts';
import { describe, expect, test } from 'vitest';
import type { CallFrame } from '../../../../src/contract/envelope.ts';
import { createBridge } from '../../../../src/renderer/bridge/wire/client.ts';
import { createEventHub } from '../../../../src/renderer/bridge/wire/event-hub.ts';
import type { Delivered, FrameTransport } from '../../../../src/renderer/bridge/wire/transport.ts';

function bridgeOver(send: (frame: CallFrame) => Delivered | Promise<Delivered>) {
  const sent: CallFrame[] = [];
  const cancelled: string[] = [];
  const transport: FrameTransport = {
    send: async (frame) => {
      sent.push(frame);
      return await send(frame);
    },
    cancel: (id) => cancelled.push(id),
    listen: () => () => undefined,
    download: null,
  };
  return { bridge: createBridge(transport, createEventHub(), () => undefined), sent, cancelled };
}

const answering = (output: unknown) => (frame: CallFrame) =>
  ({ kind: 'answer', frame: { id: frame.id, ok: true, output } }) as const;
const settings = SETTINGS;

describe('a call', () => {
  test('gives the parsed output; ids never repeat; the profile goes along', async () => {
    const { bridge, sent } = bridgeOver(answering(settings));
    expect(await bridge.call('settings.get', {})).toEqual({ ok: true, value: settings });
    await bridge.call('settings.get', {}, { profile: 'p-1' });
    expect(sent.map(({ id }) => id)).toEqual(['1', '2']);
    expect(sent.map(({ profile }) => profile)).toEqual([undefined, 'p-1']);
  });

  test('whose answer is not the contract’s is a bug with the place, never data', async () => {
    const { bridge } = bridgeOver(answering({ ...settings, timeZone: 'Nowhere/Land' }));
    expect(await bridge.call('settings.get', {})).toEqual({
      ok: false,
      failure: { kind: 'bug', incidentId: 'screen-output-settings.get-timeZone' },
    });
    const { bridge: broken } = bridgeOver(() => ({ kind: 'answer', frame: '<html>' }));
    expect(await broken.call('settings.get', {})).toMatchObject({ failure: { kind: 'bug' } });
  });

  test('that failed gives the failure as it came', async () => {
    const failure = { kind: 'rate-limited', retryAfterMs: 1_500 } as const;
    const { bridge } = bridgeOver(({ id }) => ({ kind: 'answer', frame: { id, ok: false, failure } }));
    expect(await bridge.call('settings.get', {})).toEqual({ ok: false, failure });
  });

  test('without an answer: a read is unavailable, a write with an intent has an unknown outcome', async () => {
    const { bridge } = bridgeOver(() => ({ kind: 'lost', detail: 'gone' }));
    expect(await bridge.call('settings.get', {})).toEqual({
      ok: false,
      failure: { kind: 'unavailable-offline', detail: 'gone' },
    });
    expect(await bridge.call('deliveries.resend', { invoiceUuid: 'u', intentId: 'intent-0001' })).toEqual({
      ok: false,
      failure: { kind: 'unknown-outcome', intentId: 'intent-0001' },
    });
    expect(await bridge.call('sync.pause', {})).toMatchObject({
      failure: { detail: expect.stringContaining('not known') },
    });
  });

  test('after the end of the session says so', async () => {
    const { bridge } = bridgeOver(() => ({ kind: 'ended' }));
    expect(await bridge.call('settings.get', {})).toMatchObject({ failure: { kind: 'unavailable-offline' } });
  });
});

describe('giving up', () => {
  test('a read cancels its frame; a write does not', async () => {
    const { bridge, cancelled } = bridgeOver(answering({}));
    const stop = new AbortController();
    const read = bridge.call('settings.get', {}, { signal: stop.signal });
    const write = bridge.call('sync.pause', {}, { signal: stop.signal });
    stop.abort();
    await Promise.all([read, write]);
    expect(cancelled).toEqual(['1']);
  });

  test('before it began sends nothing; after it ended cancels nothing', async () => {
    const { bridge, sent, cancelled } = bridgeOver(answering(settings));
    const early = AbortSignal.abort();
    expect(await bridge.call('settings.get', {}, { signal: early })).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(sent).toEqual([]);
    const late = new AbortController();
    await bridge.call('settings.get', {}, { signal: late.signal });
    late.abort();
    expect(cancelled).toEqual([]);
  });
});

test('an export is fetched by the page only where the shell offers it', () => {
  expect(bridgeOver(answering({})).bridge.fetchExport).toBeNull();
});
