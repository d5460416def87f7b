/**
 * The DevTools protocol over the browser's own pipe: commands with their answers, and the events of each session, typed by Playwright's
 * declarations of the protocol. Not here: starting the browser (browser.ts), what is said to a page (contents.ts).
 */
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

declare const session: CDPSession;

/** The events that anything here listens to. */
type EventName =
  | 'Browser.downloadWillBegin'
  | 'Fetch.requestPaused'
  | 'Inspector.targetCrashed'
  | 'Page.frameAttached'
  | 'Page.frameDetached'
  | 'Page.frameNavigated'
  | 'Page.lifecycleEvent'
  | 'Page.loadEventFired'
  | 'Page.navigatedWithinDocument'
  | 'Page.windowOpen'
  | 'Runtime.bindingCalled'
  | 'Runtime.executionContextCreated'
  | 'Runtime.executionContextsCleared'
  | 'Target.attachedToTarget'
  | 'Target.detachedFromTarget';

type Listener<Name extends EventName> = Parameters<typeof session.on<Name>>[1];
export type Payload<Name extends EventName> = Parameters<Listener<Name>>[0];

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly method: string;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** One session: of the browser, or of a page. */
export class Session {
  readonly #events = new EventEmitter();
  readonly #write: (frame: object, waiting: Waiting) => void;
  readonly id: string | undefined;

  constructor(id: string | undefined, write: (frame: object, waiting: Waiting) => void) {
    this.id = id;
    this.#write = write;
  }

  readonly send: CDPSession['send'] = (method, params) =>
    new Promise((resolve, reject) => {
      const session = this.id === undefined ? {} : { sessionId: this.id };
      this.#write({ method, params, ...session }, { method, resolve, reject });
    });

  on<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#events.on(name, listener);
  }

  emit(name: string, payload: unknown): void {
    this.#events.emit(name, payload);
  }
}

/** The connection: the browser's session, and those of the pages that were attached to. */
export class Connection {
  readonly #out: Writable;
  readonly #sessions = new Map<string | undefined, Session>();
  readonly #waiting = new Map<number, Waiting>();
  #pieces: string[] = [];
  #lastId = 0;
  readonly browser: Session;
  /** Resolves when the browser has gone. */
  readonly closed: Promise<void>;

  constructor(out: Writable, into: Readable) {
    this.#out = out;
    this.browser = this.session(undefined);
    into.setEncoding('utf8');
    into.on('data', (piece: string) => this.#hear(piece));
    out.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      into.on('close', () => {
        for (const { method, reject } of this.#waiting.values()) reject(new Error(`${method}: the browser has gone`));
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /** The session of that id, from now on heard. */
  session(id: string | undefined): Session {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const made = new Session(id, (frame, waiting) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, waiting);
      this.#out.write(`${JSON.stringify({ id: this.#lastId, ...frame })}\0`);
    });
    this.#sessions.set(id, made);
    return made;
  }

  /** Frames end with a NUL; a large one comes in many pieces. */
  #hear(piece: string): void {
    const [first = '', ...rest] = piece.split('\0');
    this.#pieces.push(first);
    for (const next of rest) {
      const frame: Told = JSON.parse(this.#pieces.join(''));
      this.#pieces = [next];
      this.#take(frame);
    }
  }

  #take({ id, method, params, sessionId, result, error }: Told): void {
    if (method !== undefined) this.#sessions.get(sessionId)?.emit(method, params);
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) Reflect.apply(waiting.resolve, undefined, [result]);
    else waiting.reject(new Error(`${waiting.method}: ${error.message}`));
  }
}
