/**
 * The parts of the Electron shell that hold a piece of Electron, over a module that records: the one set of preferences, the one channel, the
 * one scheme and the whole of what the preload gives away. Not here: the guards (guards.test.ts), the built bundles (test/main).
 */
import { EventEmitter } from 'node:events';
import type { Protocol, Session, WebContents } from 'electron';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALL_CHANNEL, EVENT_CHANNEL, MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { serveIpc } from '../../src/main/ipc.ts';
import type { SoonServedApp } from '../../src/shell/served-soon.ts';
import { answer, declareScheme } from '../../src/main/protocol.ts';
import { webPreferences } from '../../src/main/window.ts';

type Listener = (event: unknown, ...args: unknown[]) => unknown;

const electron = vi.hoisted(() => ({
  handlers: new Map<string, Listener>(),
  exposed: new Map<string, unknown>(),
  sent: [] as unknown[],
  toPreload: new Map<string, Listener>(),
}));
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: Listener) => electron.handlers.set(channel, listener),
    on: (channel: string, listener: Listener) => electron.handlers.set(channel, listener),
  },
  ipcRenderer: {
    invoke: (...args: unknown[]) => Promise.resolve(electron.sent.push(args)),
    send: (...args: unknown[]) => electron.sent.push(args),
    on: (channel: string, listener: Listener) => electron.toPreload.set(channel, listener),
  },
  contextBridge: { exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api) },
  BrowserWindow: () => undefined,
}));

describe('a window', () => {
  test('gets one frozen set of preferences, with developer tools in development alone', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only handed through
    const session = {} as Session;
    const given = { preload: '/p.cjs', session };
    const packaged = webPreferences({ ...given, isPackaged: true });
    expect(packaged).toEqual({
      ...given,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      disableBlinkFeatures: 'Auxclick',
      devTools: false,
    });
    expect(Object.isFrozen(packaged)).toBe(true);
    expect(webPreferences({ ...given, isPackaged: false }).devTools).toBe(true);
  });
});

describe('the scheme', () => {
  test('is an origin of its own and no more: it passes by no policy, and has no service workers and no extensions', () => {
    const declared: unknown[] = [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one method that is used
    declareScheme({
      registerSchemesAsPrivileged: (schemes: unknown[]) => declared.push(...schemes),
    } as unknown as Protocol);
    expect(declared).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  });

  test('answers with what exists, and with the headers of both shells', async () => {
    const missing = await answer(new Map(), { method: 'GET', url: 'app://console/x.js' });
    expect([missing.status, missing.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
  });
});

describe('the one channel', () => {
  const ORIGIN = 'app://console';
  const seen: unknown[] = [];
  const refused: string[] = [];
  const subscribed: string[] = [];
  let contents: EventEmitter & { readonly id: number };

  beforeEach(() => {
    for (const list of [seen, refused, subscribed]) list.length = 0;
    const engine: SoonServedApp = {
      dispatch: async (frame: unknown) => {
        seen.push(frame);
        return { id: '1', ok: true, output: null };
      },
      subscribe: (client: string) => {
        subscribed.push(client);
        return () => undefined;
      },
      closeClient: () => undefined,
      command: () => undefined,
      isLocked: () => false,
    };
    contents = Object.assign(new EventEmitter(), { id: 7 });
    const ipc = serveIpc(
      Promise.resolve(engine),
      (what) => refused.push(what),
      async () => null,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel uses of it
    ipc.admit(contents as unknown as WebContents, null);
  });

  const event = (senderFrame: unknown, sender: unknown = contents) => ({ sender, senderFrame });
  const top = (origin: string) => ({ origin, parent: null });
  const ask = async (from: unknown, frame: unknown) =>
    Promise.resolve(electron.handlers.get(CALL_CHANNEL)?.(from, frame)).then(
      () => 'answered',
      (error: unknown) => String(error),
    );

  test('is the only one', () => {
    expect([...electron.handlers.keys()].sort()).toEqual([CALL_CHANNEL, EVENT_CHANNEL].sort());
  });

  test.each([
    ['no frame', null],
    ['a foreign page', top('https://evil.example')],
    ['an origin that begins like ours', top('app://console.evil')],
    ['a page from a file', top('file://')],
    ['an opaque origin', top('null')],
    ['a frame in our page', { origin: ORIGIN, parent: top(ORIGIN) }],
    ['a foreign frame in our page', { origin: 'https://evil.example', parent: top(ORIGIN) }],
  ])('refuses %s, for calls and for events, and reports it', async (_who, frame) => {
    expect(await ask(event(frame), { id: '1', call: 'profiles.list' })).toBe('Error: refused');
    electron.handlers.get(EVENT_CHANNEL)?.(event(frame), true);
    await Promise.resolve();
    expect([seen, subscribed, refused]).toEqual([[], [], ['ipc', 'ipc']]);
  });

  test('refuses a window that nobody admitted, and one that has gone', async () => {
    expect(await ask(event(top(ORIGIN), Object.assign(new EventEmitter(), { id: 8 })), {})).toBe('Error: refused');
    contents.emit('destroyed');
    expect(await ask(event(top(ORIGIN)), {})).toBe('Error: refused');
    expect(seen).toEqual([]);
  });

  test('answers the top frame of our page', async () => {
    expect(await ask(event(top(ORIGIN)), { id: '1', call: 'profiles.list' })).toBe('answered');
    electron.handlers.get(EVENT_CHANNEL)?.(event(top(ORIGIN)), true);
    await expect.poll(() => subscribed.length).toBe(1);
    expect(refused).toEqual([]);
  });

  test('takes plain JSON within the limit of the browser shell, and nothing else that a clone could carry', async () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    for (const frame of [cyclic, 1n, undefined, () => 1])
      expect(await ask(event(top(ORIGIN)), frame)).toBe('Error: not-json');
    expect(await ask(event(top(ORIGIN)), { text: 'x'.repeat(MAX_FRAME_BYTES) })).toBe('Error: too-large');
    expect(seen).toEqual([]);
    await ask(event(top(ORIGIN)), { at: new Date(0), map: new Map([[1, 2]]), bytes: new Uint8Array([1]) });
    expect(seen).toEqual([{ at: '1970-01-01T00:00:00.000Z', map: {}, bytes: { 0: 1 } }]);
  });
});

describe('the preload', () => {
  beforeAll(() => import('../../src/preload/index.ts'));

  test('gives the page two plain functions, and nothing of Electron is behind them', () => {
    expect([...electron.exposed.keys()]).toEqual(['merchantConsole']);
    const walked: string[] = [];
    const walk = (value: unknown, path: string, depth: number): void => {
      walked.push(`${path}:${typeof value}`);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || depth > 6) return;
      const names = Reflect.ownKeys(value).filter((name) => !(typeof value === 'function' && isOfFunctions(name)));
      for (const name of names) walk(Reflect.get(value, name), `${path}.${String(name)}`, depth + 1);
    };
    walk(electron.exposed.get('merchantConsole'), 'api', 0);
    expect(walked).toEqual(['api:object', 'api.call:function', 'api.subscribe:function']);
  });

  test('hands listeners the frame, and no event object', () => {
    const heard: unknown[][] = [];
    const api: unknown = electron.exposed.get('merchantConsole');
    const subscribe: unknown = Reflect.get(Object(api), 'subscribe');
    if (typeof subscribe !== 'function') throw new Error('there is no subscribe');
    Reflect.apply(subscribe, undefined, [(...args: unknown[]) => heard.push(args)]);
    electron.toPreload.get(EVENT_CHANNEL)?.({ sender: 'an event object' }, { event: 'heartbeat' }, 'more');
    expect(heard).toEqual([[{ event: 'heartbeat' }]]);
  });
});

function isOfFunctions(name: string | symbol): boolean {
  return ['length', 'name', 'prototype', 'arguments', 'caller'].includes(String(name));
}
