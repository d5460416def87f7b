/**
 * The guards of the Electron shell by themselves, over pages and sessions that record what they were told: every event that a hostile page can
 * cause is fired, and everything is refused. Not here: whether Electron fires them (a real runtime), the built bundles (test/main).
 */
import { EventEmitter } from 'node:events';
import type { App, Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardAll, guardSession } from '../../src/main/guards.ts';
import { hostileAddresses, PERMISSIONS } from '../support/electron-stand-in/hostile.ts';
import { permissionNamesOf } from './electron-names.ts';

type Handler = (...args: readonly unknown[]) => unknown;
const PAGE = 'app://console/';

/** An object that remembers every handler it was given, by the method's name. */
class Recorder extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  readonly webRequest = { onBeforeRequest: (handler: Handler) => this.handlers.set('onBeforeRequest', handler) };
  policy = '';
  setPermissionRequestHandler = (handler: Handler) => this.handlers.set('request', handler);
  setPermissionCheckHandler = (handler: Handler) => this.handlers.set('check', handler);
  setDevicePermissionHandler = (handler: Handler) => this.handlers.set('device', handler);
  setDisplayMediaRequestHandler = (handler: Handler) => this.handlers.set('display', handler);
  setWindowOpenHandler = (handler: Handler) => this.handlers.set('open', handler);
  setWebRTCIPHandlingPolicy = (policy: string) => (this.policy = policy);

  ask(name: string, ...args: readonly unknown[]): unknown {
    const handler = this.handlers.get(name);
    if (handler === undefined) throw new Error(`nobody handles ${name}`);
    return handler(...args);
  }

  /** Fires the event and says whether it was prevented. */
  isPrevented(event: string, details: object = {}, ...args: readonly unknown[]): boolean {
    let isPrevented = false;
    this.emit(event, { ...details, preventDefault: () => (isPrevented = true) }, ...args);
    return isPrevented;
  }
}

const reported: string[] = [];
const report = (what: string) => void reported.push(what);
let app: Recorder;
let page: Recorder;
let screens: Recorder;

// The recorder has of each class what the guards use; were they to use more, they would throw here.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const guardApp = (recorder: Recorder) => guardAll(recorder as unknown as App, report);
const guardScreens = (recorder: Recorder, isPackaged = true) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  guardSession(recorder as unknown as Session, isPackaged, report);
const contentsAt = (url: string): Pick<WebContents, 'getURL'> => ({ getURL: () => url });

beforeEach(() => {
  reported.length = 0;
  [app, page, screens] = [new Recorder(), new Recorder(), new Recorder()];
  guardApp(app);
  app.emit('web-contents-created', {}, page);
  guardScreens(screens);
});

describe('a page', () => {
  test('goes nowhere, whatever it tries and whatever the address', () => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])
      for (const url of [...hostileAddresses, PAGE])
        expect([event, url, page.isPrevented(event, { url })]).toContain(true);
    expect(new Set(reported)).toEqual(new Set(['will-navigate', 'will-frame-navigate', 'will-redirect', 'webview']));
  });

  test('opens no window', () => {
    for (const url of [...hostileAddresses, PAGE, '']) expect(page.ask('open', { url })).toEqual({ action: 'deny' });
  });

  test('has no say in whether its window closes', () => {
    expect(page.isPrevented('will-prevent-unload')).toBe(true);
  });

  test('gets no Bluetooth device, which unasked would be the first in reach', () => {
    const chosen: unknown[] = [];
    expect(page.isPrevented('select-bluetooth-device', {}, [{ deviceId: 'd' }], (id: unknown) => chosen.push(id))).toBe(
      true,
    );
    expect(chosen).toEqual(['']);
  });

  test('reaches no peer past the filter of requests', () => {
    expect(page.policy).toBe('disable_non_proxied_udp');
  });

  test('gets no certificate of the person, which unasked would be the first', () => {
    const chosen: unknown[] = [];
    const callback = (...args: readonly unknown[]) => chosen.push(args);
    expect(app.isPrevented('select-client-certificate', {}, page, 'https://a.example', [{}], callback)).toBe(true);
    expect(chosen).toEqual([[]]);
  });
});

describe('permissions', () => {
  const names = [
    ...permissionNamesOf('setPermissionRequestHandler'),
    ...permissionNamesOf('setPermissionCheckHandler'),
  ];

  test('the audit of the bundles asks for every name that Electron declares', () => {
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => !new Set<string>(PERMISSIONS).has(name))).toEqual([]);
  });

  test.each(['the session of the screens', 'any other session'])(
    'in %s every one is denied but that of the copy buttons',
    (which) => {
      const session = new Recorder();
      if (which === 'any other session') app.emit('session-created', session);
      else guardScreens(session);
      const granted = [...names, 'one that nobody knows'].flatMap((permission) =>
        [PAGE, 'https://evil.example/', 'app://console.evil/', ''].flatMap((url) => {
          const answers: unknown[] = [];
          const details = { isMainFrame: true, requestingUrl: url };
          session.ask('request', contentsAt(url), permission, (answer: unknown) => answers.push(answer), details);
          const checked = session.ask('check', null, permission, url.replace(/\/$/, ''), {});
          return [...answers, checked].map((answer) => `${permission} ${url} ${String(answer)}`);
        }),
      );
      expect(new Set(granted.filter((line) => !line.endsWith(' false')))).toEqual(
        new Set([`clipboard-sanitized-write ${PAGE} true`]),
      );
    },
  );

  test('a frame in our page has none of them', () => {
    for (const details of [
      { isMainFrame: false, requestingUrl: PAGE },
      { isMainFrame: true, requestingUrl: 'https://evil.example/' },
    ]) {
      const answers: unknown[] = [];
      screens.ask('request', contentsAt(PAGE), 'clipboard-sanitized-write', (it: unknown) => answers.push(it), details);
      expect(answers).toEqual([false]);
    }
  });

  test('devices, screens and downloads are refused', () => {
    for (const deviceType of ['hid', 'serial', 'usb'])
      expect(screens.ask('device', { deviceType, origin: 'app://console', device: {} })).toBe(false);
    const streams: unknown[] = [];
    screens.ask('display', {}, (it: unknown) => streams.push(it));
    expect(streams).toEqual([null]);
    for (const event of ['select-hid-device', 'select-usb-device', 'select-serial-port', 'will-download'])
      expect([event, screens.isPrevented(event)]).toEqual([event, true]);
  });
});

describe('requests of the screens', () => {
  const isCancelled = (url: string, session = screens) => {
    const answers: unknown[] = [];
    session.ask('onBeforeRequest', { url }, (it: unknown) => answers.push(it));
    return answers;
  };

  test('reach our own page and files, and nothing else', () => {
    for (const url of hostileAddresses.filter((it) => !it.startsWith(PAGE)))
      expect([url, ...isCancelled(url)]).toEqual([url, { cancel: true }]);
    for (const url of [PAGE, `${PAGE}assets/a.js`]) expect(isCancelled(url)).toEqual([{ cancel: false }]);
  });

  test('reach the developer tools in development alone', () => {
    const development = new Recorder();
    guardScreens(development, false);
    expect(isCancelled('devtools://devtools/a.js', development)).toEqual([{ cancel: false }]);
    expect(isCancelled('https://evil.example/', development)).toEqual([{ cancel: true }]);
  });
});

test('what a refusal reports holds the scheme of an address and no more of it', () => {
  const lines: string[] = [];
  const contents = new Recorder();
  const recorder = new Recorder();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  guardAll(recorder as unknown as App, (what, details) => void lines.push(JSON.stringify([what, details])));
  recorder.emit('web-contents-created', {}, contents);
  contents.isPrevented('will-navigate', { url: 'https://user:secret@evil.example/?key=secret' });
  contents.ask('open', { url: 'not an address with a secret' });
  expect(lines).toEqual(['["will-navigate",{"url":"https:"}]', '["window-open",{"url":"?"}]']);
});
