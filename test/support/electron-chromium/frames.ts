/** The frames of a page and the script contexts in them, as the browser tells of them, so that a message has its true sender. Not here: messages. */
import type { StandInFrame } from '../electron-stand-in/world.ts';
import { toMain } from './address.ts';
import type { Payload, Session } from './cdp.ts';

interface Frame {
  readonly parentId: string | undefined;
  url: string;
  /** Of the document as the browser has it: a frame without an address of its own has that of its maker. */
  origin: string;
}

export class Frames {
  readonly #frames = new Map<string, Frame>();
  readonly #contexts = new Map<number, { readonly frameId: string; readonly world: string }>();
  #top = '';

  /** Follows the session; its Page and Runtime domains are enabled after this. */
  follow(session: Session, top: string): void {
    this.#top = top;
    this.#frames.set(top, { parentId: undefined, url: '', origin: '' });
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.#frames.set(frameId, { parentId: parentFrameId, url: 'about:blank', origin: '' });
    });
    session.on('Page.frameDetached', ({ frameId }) => void this.#frames.delete(frameId));
    session.on('Page.frameNavigated', ({ frame }) => {
      this.#frames.set(frame.id, { parentId: frame.parentId, url: frame.url, origin: frame.securityOrigin });
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this.#frames.get(frameId);
      if (frame !== undefined) frame.url = url;
    });
    session.on('Runtime.executionContextCreated', ({ context }) => this.#enter(context));
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
  }

  #enter({ id, name, origin, auxData }: Payload<'Runtime.executionContextCreated'>['context']): void {
    const about = new Map<string, unknown>(Object.entries(auxData ?? {}));
    const frameId = String(about.get('frameId'));
    const isPages = about.get('isDefault') === true;
    this.#contexts.set(id, { frameId, world: isPages ? '' : name });
    const frame = this.#frames.get(frameId);
    if (isPages && frame !== undefined) frame.origin = origin;
  }

  /** True for the top frame. */
  isTop(frameId: string | undefined): boolean {
    return frameId === this.#top;
  }

  get top(): StandInFrame {
    return this.#frame(this.#top) ?? { origin: '', url: '', parent: null };
  }

  /** Whose message it is: null when the context has gone, as Electron's `senderFrame` is. */
  sender(contextId: number): StandInFrame | null {
    const context = this.#contexts.get(contextId);
    return context === undefined ? null : this.#frame(context.frameId);
  }

  /** The newest context of the top frame in that world; the page's own is ''. */
  contextOf(world: string): number | undefined {
    return [...this.#contexts].findLast(([, at]) => at.frameId === this.#top && at.world === world)?.[0];
  }

  #frame(id: string): StandInFrame | null {
    const frame = this.#frames.get(id);
    if (frame === undefined) return null;
    const parent = frame.parentId === undefined ? null : this.#frame(frame.parentId);
    return { origin: toMain(frame.origin), url: toMain(frame.url), parent };
  }
}
