/**
 * A maker of releases with a key of this run, its server over TLS on 127.0.0.1, and consoles that trust both. Everything is good until a test
 * makes one thing bad. Not here: what is expected.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkOf } from '../../src/backend/api/transport/network.ts';
import { reachBy } from '../../src/backend/api/transport/reach.ts';
import { stableJson } from '../../src/domain/kernel/fields.ts';
import { parseVersion, type Version } from '../../src/domain/console/update.ts';
import { type HandOver, type Hands, replacementFor } from '../../src/main/updates/replace.ts';
import { createUpdates, type Search, type UpdatesOptions } from '../../src/main/updates/updates.ts';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { realClock, silentLog } from '../backend/api/fixture.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE = selfSigned({ ip: ['127.0.0.1'] });
export const PACKAGE = randomBytes(300_000);
export const PAGE = 'https://console.example/get';

export type Manifest = Record<string, unknown>;
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === null) throw new Error(`${text} is no version`);
  return parsed;
}

export function entryOf(bytes: Buffer, name = 'console-2.0.0-linux-x64.AppImage'): Record<string, unknown> {
  return { name, size: bytes.length, sha512: createHash('sha512').update(bytes).digest('hex') };
}

/** What the engine and its shell are to a search. */
export interface Shell {
  busy: boolean;
  held: number;
  quits: HandOver[];
  takenBack: number;
}

const PATIENT = { idleMs: 60_000, totalMs: 60_000 };

export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'updates-test-'));
  readonly clock = new DiscreteClock();
  readonly keys = generateKeyPairSync('ed25519');
  readonly asked: string[] = [];
  readonly heads: IncomingMessage['headers'][] = [];
  readonly proxies: string[] = [];
  readonly launched: string[][] = [];
  readonly routes = new Map<string, Answer>();
  /** What the system answers when it is asked for its proxies and its authorities. */
  resolveProxy: () => Promise<string> = async () => this.proxy;
  systemCa: () => Promise<readonly string[]> = async () => this.ca;
  proxy = 'DIRECT';
  ca: readonly string[] = [CERTIFICATE.cert];
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();
  readonly #searches: Search[] = [];

  async start(): Promise<this> {
    const server = createServer({ cert: CERTIFICATE.cert, key: CERTIFICATE.key }, (request, response) => {
      this.asked.push(request.url ?? '');
      this.heads.push(request.headers);
      response.on('error', () => undefined);
      const answer = this.routes.get(request.url ?? '');
      if (answer !== undefined) return answer(request, response);
      response.statusCode = 404;
      return response.end();
    });
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    this.publish(this.manifest());
    this.serve('/r/console-2.0.0-linux-x64.AppImage', PACKAGE);
    return this;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#searches.map((search) => search.close()));
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server?.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** How long silence, and an answer on the whole, is waited for: long, for sockets know no clock but the computer's. */
  readonly limits = { manifest: { ...PATIENT }, file: { ...PATIENT } };

  /** What is asked for says nothing, or never ends: nobody needs to wait for long until that is seen. */
  isSilentAbout(part: 'manifest' | 'file'): void {
    Object.assign(this.limits[part], { idleMs: 1_000, totalMs: 2_500 });
  }

  get origin(): string {
    const address = this.#server?.address();
    return `https://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  }

  /** A good one, and what is other in it. */
  manifest(change: Manifest = {}): Manifest {
    const at = (ms: number) => `${new Date(this.clock.now() + ms).toISOString().slice(0, 19)}Z`;
    return {
      product: 'merchant-console',
      version: '2.0.0',
      channel: 'stable',
      released: at(-DAY_MS),
      expires: at(30 * DAY_MS),
      files: { 'linux-x64': entryOf(PACKAGE) },
      ...change,
    };
  }

  signed(body: Buffer, key: KeyObject = this.keys.privateKey): Buffer {
    return Buffer.concat([Buffer.from(`${sign(null, body, key).toString('base64')}\n`), body]);
  }

  publish(manifest: Manifest): void {
    this.serve('/r/release.txt', this.signed(Buffer.from(`${stableJson(manifest)}\n`)));
  }

  serve(path: string, bytes: Buffer): void {
    this.routes.set(path, (_request, response) => response.end(bytes));
  }

  readonly #host = {
    resolveProxy: (url: string) => {
      this.proxies.push(url);
      return this.resolveProxy();
    },
    systemCa: () => this.systemCa(),
  };
  /** As the engine's own, over the computer's clock: sockets know no other. */
  readonly reach = reachBy(networkOf(this.#host, silentLog, realClock), realClock);

  hands(said = ''): Hands {
    return {
      run: async (...call) => {
        this.launched.push(['run', ...call.flat().map((part) => (typeof part === 'string' ? part : stableJson(part)))]);
        return said;
      },
      launch: async (program, args) => void this.launched.push(['launch', program, ...args]),
      relaunch: async (program) => void this.launched.push(['relaunch', program]),
    };
  }

  /** A console of version 1.0.0 that is an AppImage on Linux. */
  search(change: Partial<UpdatesOptions> = {}, build: Partial<UpdatesOptions['build']> = {}): Search {
    const search = createUpdates({
      build: {
        address: `${this.origin}/r/release.txt`,
        keys: [this.keys.publicKey],
        page: PAGE,
        channel: 'stable',
        publisher: '',
        ...build,
      },
      current: version('1.0.0'),
      folder: join(this.folder, 'updates'),
      clock: this.clock,
      target: 'linux-x64',
      replacement: replacementFor(
        { platform: 'linux', isPackaged: true, appImage: this.appImage, environment: {}, publisher: '' },
        this.hands(),
      ),
      chance: () => 0.5,
      limits: this.limits,
      ...change,
    });
    this.#searches.push(search);
    return search;
  }

  /** One whose engine is up. */
  begun(change: Partial<UpdatesOptions> = {}, build: Partial<UpdatesOptions['build']> = {}): Search {
    const search = this.search(change, build);
    this.run(search);
    return search;
  }

  get appImage(): string {
    return join(this.folder, 'console.AppImage');
  }

  shell(): Shell {
    return { busy: false, held: 0, quits: [], takenBack: 0 };
  }

  run(search: Search, shell: Shell = this.shell()): Shell {
    search.start({
      reach: this.reach,
      busy: () => shell.busy,
      hold() {
        shell.held += 1;
        return () => void (shell.held -= 1);
      },
      log: { info: () => undefined, warn: () => undefined },
      quit(handOver) {
        shell.quits.push(handOver);
        return () => void (shell.takenBack += 1);
      },
    });
    return shell;
  }

  /** Everything that lies in the folder of downloads, at every depth. */
  downloads(): string[] {
    const folder = join(this.folder, 'updates', 'downloads');
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    } catch {
      return [];
    }
  }
}

function isAddress(value: unknown): value is AddressInfo {
  return typeof value === 'object' && value !== null && 'port' in value;
}
