/**
 * A WebContents with a real page of Chromium behind it. Electron's rules that the browser does not have are kept here: what the page itself starts is
 * offered to main's vetoes, main's own loads are not. Not here: requests (requests.ts), the bridge (worlds.ts), finding pop-ups (targets.ts).
 *
 * Unproved, because the browser tells too late or not at all: vetoes of addresses that make no request (about:, data:, blob:), the filter of
 * WebSockets, that window.open gives null (the window asks nobody for anything and is closed), workers and webviews, and all of NEVER below.
 */
import type * as Electron from 'electron';
import { StandInContents } from '../electron-stand-in/contents.ts';
import { invoke, messageEvent, type SessionRecord, type StandInFrame, world } from '../electron-stand-in/world.ts';
import { toBrowser, toMain } from './address.ts';
import type { Session } from './cdp.ts';
import { Frames } from './frames.ts';
import { setPermissions } from './permissions.ts';
import { type Injection, injectionFor, WORLD } from './preload.ts';
import { printOptions } from './print.ts';
import { answerRequest, type Navigation } from './requests.ts';
import { openTarget, tellOpened } from './targets.ts';
import type { FromPreload, ToPreload } from './worlds.ts';

/** The events that really come. A listener for any other throws: it would wait in vain and look like a test that passes. */
const EMITTED = [
  'destroyed',
  'did-finish-load',
  'did-navigate',
  'did-start-navigation',
  'preload-error',
  'render-process-gone',
];
const VETOES = ['will-frame-navigate', 'will-navigate', 'will-redirect'];
/** What main may listen for, and what no page of this browser brings about. */
const NEVER = ['context-menu', 'select-bluetooth-device', 'will-attach-webview', 'will-prevent-unload'];
/** Milliseconds after which a request that main has not answered is told: the page waits for it without a word. */
const LATE_MS = 30_000;
const KNOWN = new Set<string | symbol>([...EMITTED, ...VETOES, ...NEVER]);

export class ChromiumContents extends StandInContents {
  readonly #frames = new Frames();
  readonly #injection: Injection;
  readonly #page: Promise<{ readonly session: Session; readonly targetId: string }>;
  #record: SessionRecord | null = null;
  /** The address that main itself is loading. */
  #own: string | null = null;
  #tellPainted = (): void => undefined;
  /** Waits for the load that main has asked for; the window tells of that one itself. */
  #onLoad: (() => void) | null = null;

  constructor({ width = 800, height = 600, webPreferences = {} }: Electron.BrowserWindowConstructorOptions) {
    super();
    this.#injection = injectionFor(webPreferences);
    this.#page = openTarget(width, height, this).then(async (page) => {
      await this.#wire(page.session, page.targetId);
      return page;
    });
    // Whoever loads something is told.
    this.#page.catch(() => undefined);
  }

  /** The page's session, for whoever tests. */
  async session(): Promise<Session> {
    return (await this.#page).session;
  }

  get mainFrame(): StandInFrame {
    return this.#frames.top;
  }

  override on(...[name, listener]: Parameters<StandInContents['on']>): this {
    if (!KNOWN.has(name)) throw new Error(`the stand-in never emits ${String(name)} on webContents`);
    return super.on(name, listener);
  }

  async load(record: SessionRecord, url: string): Promise<void> {
    this.#record = record;
    this.painted = new Promise((resolve) => {
      this.#tellPainted = resolve;
    });
    setPermissions(record, url);
    const { session } = await this.#page;
    const finished = this.#finished();
    this.#own = url;
    const { errorText } = await session.send('Page.navigate', { url: toBrowser(url) });
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`);
    await finished;
  }

  async loadURL(url: string): Promise<void> {
    if (this.#record === null) throw new Error('a page without a session goes nowhere');
    await this.load(this.#record, url);
  }

  reload(): void {
    this.#own = this.getURL();
    this.#send('Page.reload');
  }

  focus(): void {
    this.#send('Page.bringToFront');
  }

  override async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { data } = await (await this.session()).send('Page.printToPDF', printOptions(options));
    return Buffer.from(data, 'base64');
  }

  override close(): void {
    if (!this.isDestroyed()) void this.#page.then(({ session }) => session.send('Page.close')).catch(() => undefined);
    super.close();
  }

  protected deliver(channel: string, args: readonly unknown[]): void {
    void this.#toPreload(this.#frames.contextOf(this.#injection.isIsolated ? WORLD : ''), {
      do: 'send',
      channel,
      args,
    });
  }

  async #wire(session: Session, targetId: string): Promise<void> {
    const { name, isIsolated, inPage, withPreload } = this.#injection;
    this.#frames.follow(session, targetId);
    session.on('Fetch.requestPaused', (paused) => {
      const record = this.#record;
      if (record === null) throw new Error('a page without a session asks for something');
      const answered = answerRequest(session, record, paused, (navigation) => this.#mayNavigate(navigation));
      const late = setTimeout(
        () => process.stderr.write(`stand-in: no answer yet to ${paused.request.url}\n`),
        LATE_MS,
      );
      // A page that is gone needs no answer.
      answered
        .catch((error: unknown) => !this.isDestroyed() && process.stderr.write(`stand-in: ${String(error)}\n`))
        .finally(() => clearTimeout(late));
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      // A page of an error is none that was gone to.
      if (!this.#frames.isTop(frame.id) || frame.unreachableUrl !== undefined) return;
      this.emit('did-navigate', {}, toMain(frame.url), 200, 'OK');
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const details = { url: toMain(url), isMainFrame: this.#frames.isTop(frameId), isSameDocument: true };
      this.emit('did-start-navigation', details);
    });
    session.on('Page.loadEventFired', () => {
      if (this.#onLoad === null) this.emit('did-finish-load');
      this.#onLoad?.();
      this.#onLoad = null;
    });
    session.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstPaint' && this.#frames.isTop(frameId)) this.#tellPainted();
    });
    session.on('Page.windowOpen', ({ url }) => tellOpened(this, toMain(url)));
    session.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 }),
    );
    session.on('Runtime.bindingCalled', (called) => {
      if (called.name === name) this.#hear(JSON.parse(called.payload), called.executionContextId);
    });
    const inWorld = isIsolated ? { executionContextName: WORLD } : {};
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.addBinding', { name, ...inWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: inPage }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: withPreload,
        ...(isIsolated ? { worldName: WORLD } : {}),
      }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  /**
   * Main's own loads are made; what the page starts is main's to prevent. In Chromium a navigation has begun, and Electron has told so, before the
   * throttle that asks main's vetoes: also of one that is refused.
   */
  #mayNavigate({ url, frameId, isRedirect }: Navigation): boolean {
    const isMainFrame = this.#frames.isTop(frameId);
    const isOwn = isMainFrame && this.#own !== null && withoutFragment(this.#own) === url;
    if (isOwn) this.#own = null;
    const vetoes = isRedirect ? ['will-redirect'] : ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])];
    if (!isRedirect) this.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false });
    let isPrevented = false;
    const details = { url, isMainFrame, isSameDocument: false, preventDefault: () => (isPrevented = true) };
    if (!isOwn) for (const veto of vetoes) this.emit(veto, details, url);
    return !isPrevented;
  }

  #hear(message: FromPreload, contextId: number): void {
    const frame = this.#frames.sender(contextId);
    if (message.do === 'failed') {
      process.stderr.write(`Unable to load preload script: ${message.error}\n`);
      this.emit('preload-error', {}, '', new Error(message.error));
    } else if (message.do === 'send') {
      const listener = world.heard.get(message.channel);
      if (listener === undefined) throw new Error(`nobody hears ${message.channel}`);
      Reflect.apply(listener, undefined, [messageEvent(this, frame), ...message.args]);
    } else {
      const { number, channel, args } = message;
      invoke(this, frame, channel, args).then(
        (value) => this.#toPreload(contextId, { do: 'answer', number, value }),
        (error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          return this.#toPreload(contextId, { do: 'answer', number, error: text });
        },
      );
    }
  }

  /** A document that is gone hears nothing, as in Electron. */
  async #toPreload(contextId: number | undefined, message: ToPreload): Promise<void> {
    if (contextId === undefined || this.isDestroyed()) return;
    const { session } = await this.#page;
    const text = JSON.stringify(JSON.stringify(message));
    const expression = `globalThis['${this.#injection.name}'](${text})`;
    await session.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);
  }

  #finished(): Promise<void> {
    return new Promise((resolve) => {
      this.#onLoad = resolve;
    });
  }

  #send(method: 'Page.reload' | 'Page.bringToFront'): void {
    void this.#page.then(({ session }) => session.send(method)).catch(() => undefined);
  }
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
