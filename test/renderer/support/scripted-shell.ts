/**
 * A small server that serves the built screens under the browser shell's own content policy, and hears for the scripted engines, each by its
 * session. Not here: what is answered.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { consolePolicy } from '../../../src/shell/policy.ts';
import { refuseSession, type ScriptedEngine } from './scripted-engine.ts';

const NONCE = 'scripted-nonce';
/** Thrice as often as the engine: how long a test takes is no matter of silence. */
const HEARTBEAT_EVERY_MS = 5000;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

export class ScriptedShell {
  /** Each file is read once: every page loads some sixty of them. */
  readonly #read = new Map<string, Promise<Buffer>>();
  readonly #root: string;
  /** By session. */
  readonly #engines = new Map<string, ScriptedEngine>();
  #origin = '';
  #beats: ReturnType<typeof setInterval> | undefined;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      this.#engineOf(request)?.complaints.push(String(error));
      response.writeHead(500).end();
    });
  });

  /** `root` holds the built screens. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Starts on a free port. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    this.#origin = `http://127.0.0.1:${address.port}`;
    this.#beats = setInterval(() => {
      for (const engine of this.#engines.values()) engine.beat();
    }, HEARTBEAT_EVERY_MS);
  }

  get origin(): string {
    return this.#origin;
  }

  /** From now on this engine answers the pages of its session. */
  play(engine: ScriptedEngine): void {
    this.#engines.set(engine.session, engine);
  }

  /** From now on nobody answers them, and their streams end. */
  end(engine: ScriptedEngine): void {
    engine.dropStreams();
    this.#engines.delete(engine.session);
  }

  async close(): Promise<void> {
    clearInterval(this.#beats);
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.#origin).pathname;
    const engine = this.#engineOf(request);
    if (path !== '/call' && path !== '/events') await this.#sendFile(path, response);
    else if (engine === undefined) refuseSession(response);
    else await engine.take(path, request, response);
  }

  #engineOf({ headers }: IncomingMessage): ScriptedEngine | undefined {
    return this.#engines.get(String(headers['x-console-token']));
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const isPage = path === '/';
    const file = join(this.#root, isPage ? 'index.html' : normalize(path));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    try {
      const bytes = await this.#bytesOf(file);
      // What bears the sum of what it holds in its name may be kept by a page that several tests load.
      const cache = isPage ? 'no-store' : 'max-age=31536000, immutable';
      const headers = { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff' };
      if (!isPage) {
        response.writeHead(200, headers).end(bytes);
        return;
      }
      const page = bytes.toString('utf8').replaceAll('__CSP_NONCE__', NONCE);
      response.writeHead(200, { ...headers, 'content-security-policy': consolePolicy(NONCE) }).end(page);
    } catch {
      response.writeHead(404).end();
    }
  }

  #bytesOf(file: string): Promise<Buffer> {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const reading = readFile(file);
    this.#read.set(file, reading);
    return reading;
  }
}
