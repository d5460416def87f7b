/**
 * What the pages of every stand-in have in common: the WebContents that main holds, without the page behind it. Not here: a page in a vm
 * (vm-contents.ts) or in a real Chromium (electron-chromium/contents.ts).
 */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { SessionRecord, StandInFrame } from './world.ts';

export type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type Implemented = Pick<
  Electron.WebContents,
  | 'id'
  | 'getURL'
  | 'getZoomLevel'
  | 'isDestroyed'
  | 'printToPDF'
  | 'send'
  | 'setZoomLevel'
  | 'reload'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'close'
>;

let lastId = 0;

export abstract class StandInContents extends EventEmitter implements Implemented {
  readonly id = (lastId += 1);
  openHandler: OpenHandler | null = null;
  /** Rejects when there is no page or its preload throws. */
  loaded: Promise<void> = Promise.reject(new Error('no page was loaded'));
  /** The page that is being loaded has painted, where there is anything that paints. */
  painted: Promise<void> = Promise.resolve();
  #isDestroyed = false;
  static #zoom = 0;

  constructor() {
    super();
    this.loaded.catch(() => undefined);
  }

  /** The top frame, as messages of the page carry it. */
  abstract get mainFrame(): StandInFrame;
  /** Loads the address as `loadURL` does: served by the session's protocol, then the preload. */
  abstract load(session: SessionRecord, url: string): Promise<void>;
  abstract reload(): void;
  /** Hands a message of main to the preload; the arguments are already copies. */
  protected abstract deliver(channel: string, args: readonly unknown[]): void;

  getURL(): string {
    return this.mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.deliver(channel, structuredClone(args));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  /** Chromium keeps one for an origin, which all pages of the program are of. */
  getZoomLevel(): number {
    return StandInContents.#zoom;
  }
  setZoomLevel(level: number): void {
    StandInContents.#zoom = level;
  }

  /** No page is printed: it is the options that can be looked at. */
  printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return Promise.resolve(Buffer.from(`%PDF ${JSON.stringify(options)}`));
  }

  /** There are no peers to reach. */
  setWebRTCIPHandlingPolicy(): void {}

  close(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit('destroyed');
  }
}
