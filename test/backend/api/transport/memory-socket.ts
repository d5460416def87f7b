/**
 * Sockets without a network: what is written is kept byte for byte, what is read is what a test pushes. They are real ones to whoever asks, and are
 * handed out by node:net while `memorySockets` is in force. Not here: what is said over them (byte-streams.ts).
 */
import net from 'node:net';
import { vi } from 'vitest';

/** What becomes of writes: taken, taken and never acknowledged, or taken in part before the connection breaks. */
export type Writing = 'taken' | 'stalled' | { readonly brokenAfter: number };

export class MemorySocket extends net.Socket {
  /** Everything that left the program, as latin1. */
  written = '';
  writing: Writing = 'taken';
  onWritten: () => void = () => undefined;

  constructor() {
    super();
    Object.assign(this, { connecting: true });
  }

  /** The far end is there. */
  connected(): void {
    Object.assign(this, { connecting: false });
    this.emit('connect');
  }

  override _read(): void {
    // Whatever is to be read is pushed.
  }

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk.toString('latin1') : chunk;
    const { writing } = this;
    if (typeof writing === 'object') {
      this.written += bytes.slice(0, Math.max(1, writing.brokenAfter));
      return done(coded('ECONNRESET'));
    }
    this.written += bytes;
    if (writing === 'taken') done();
    this.onWritten();
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
  }

  /** Bytes from the far end; null is its end. Nothing once the socket is gone. */
  say(bytes: Buffer | null): void {
    if (!this.destroyed && !this.readableEnded) this.push(bytes);
  }

  break(code: string): void {
    this.destroy(coded(code));
  }
}
Object.defineProperty(MemorySocket.prototype, '_writev', { value: null });

export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Every connection of node:net is one of these until `restore` is called; `made` is told of each before it does anything. */
export function memorySockets(made: (socket: MemorySocket) => void): { readonly restore: () => void } {
  const spy = vi.spyOn(net, 'connect').mockImplementation(() => {
    const socket = new MemorySocket();
    made(socket);
    return socket;
  });
  return { restore: () => spy.mockRestore() };
}
