/** A page of the vm-only stand-in: the built preload in a vm of its own, and no document. Not here: what all pages have (contents.ts). */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import type * as Electron from 'electron';
import { StandInContents } from './contents.ts';
import { loud } from './loud.ts';
import { invoke, messageEvent, type SessionRecord, type StandInFrame, world } from './world.ts';

export class VmContents extends StandInContents {
  readonly required: string[] = [];
  /** What the preload put on the page's `window`. */
  readonly exposed = new Map<string, unknown>();
  readonly fromMain = new EventEmitter();
  readonly #preferences: Electron.WebPreferences;
  #frame: StandInFrame = { origin: '', parent: null, url: '' };

  constructor(preferences: Electron.WebPreferences) {
    super();
    this.#preferences = preferences;
  }

  get mainFrame(): StandInFrame {
    return this.#frame;
  }

  async load(session: SessionRecord, url: string): Promise<void> {
    const address = new URL(url);
    const handler = session.protocols.get(address.protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`ERR_UNKNOWN_URL_SCHEME (${url})`);
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false, url });
    const response = await handler(new Request(url));
    if (!response.ok) throw new Error(`ERR_FAILED (${response.status}) loading '${url}'`);
    this.#frame = { origin: `${address.protocol}//${address.host}`, parent: null, url };
    this.emit('did-navigate', {}, url, 200, 'OK');
    this.#runPreload(this.#preferences.preload ?? '');
  }

  /** There is no document to load: the page that main knows is there again. */
  reload(): void {
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false, url: this.getURL() });
    this.emit('did-navigate', {}, this.getURL(), 200, 'OK');
    this.emit('did-finish-load');
  }

  protected deliver(channel: string, args: readonly unknown[]): void {
    this.fromMain.emit(channel, ...args);
  }

  /** Runs the file with `require('electron')` and nothing else: no Node, no other module, no global of ours. */
  #runPreload(file: string): void {
    const electron = loud('electron (preload)', {
      contextBridge: loud('contextBridge', contextBridge(this.exposed, this.#preferences.contextIsolation === true)),
      ipcRenderer: loud('ipcRenderer', ipcRenderer(this)),
    });
    const require = (name: string): unknown => {
      this.required.push(name);
      if (name === 'electron') return electron;
      throw new Error(`the preload requires ${name}`);
    };
    const exports = {};
    const context = createContext({ require, exports, module: { exports } });
    runInContext(readFileSync(file, 'utf8'), context, { filename: file });
  }
}

function contextBridge(
  exposed: Map<string, unknown>,
  isIsolated: boolean,
): Pick<Electron.ContextBridge, 'exposeInMainWorld'> {
  return {
    exposeInMainWorld(name, api) {
      if (!isIsolated) throw new Error('contextBridge API can only be used when contextIsolation is enabled');
      exposed.set(name, across(api));
    },
  };
}

/** What arrives on the other side of the bridge: data is copied, functions are wrapped, anything else is an error. */
function across(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(value, undefined, args.map(across));
      return result instanceof Promise ? result.then(across) : across(result);
    };
  }
  // A promise of the preload's own vm is no Promise of ours.
  if (isThenable(value)) return Promise.resolve(value).then(across);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.values(value).some((part) => typeof part === 'function')) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, across(part)]));
  }
  return structuredClone(value);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}

function ipcRenderer(contents: VmContents) {
  const part: Pick<Electron.IpcRenderer, 'invoke' | 'send'> & { on(name: string, listener: Listener): void } = {
    invoke: (channel: string, ...args: unknown[]) => invoke(contents, contents.mainFrame, channel, args),
    send(channel: string, ...args: unknown[]) {
      const listener = world.heard.get(channel);
      if (listener === undefined) throw new Error(`nobody hears ${channel}`);
      Reflect.apply(listener, undefined, [messageEvent(contents, contents.mainFrame), ...structuredClone(args)]);
    },
    on(channel, listener) {
      contents.fromMain.on(channel, (...args: unknown[]) =>
        listener({ sender: 'an event object that must not cross' }, ...args),
      );
    },
  };
  return part;
}

type Listener = (event: unknown, ...args: unknown[]) => void;
