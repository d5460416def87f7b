/**
 * Pictures of payment methods and networks for the screens, which load nothing from anywhere: only addresses that a record of the business names,
 * only while the person wants logos, two at once, kept on the disk (files/logo-folder.ts). What could not be had is not asked for again within the hour.
 * No request carries the key, so none counts at the API. Not here: what a request may reach (api/logo-fetch.ts).
 */
import { pictureIn } from '../../domain/picture.ts';
import { type Profile, SANDBOX_ORIGIN } from '../../domain/profile.ts';
import { fetchLogo, isLogoAddress } from '../api/logo-fetch.ts';
import type { Network } from '../api/network.ts';
import type { LogoFolder } from '../files/logo-folder.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Clock, Log } from '../ports.ts';

/** What could not be had stays away for so long, on the monotonic clock. */
const AWAY_MS = 60 * 60_000;
/** The addresses that records name are looked up so often at most, for each business. */
const NAMED_MS = 60_000;
const AT_ONCE = 2;
/** More of them nobody waits for. */
const MOST_WAITING = 100;
const MOST_AWAY = 1_000;

/** Where the sandbox says its pictures lie, and where on its own server they do: its records are the same wherever it listens. */
const SANDBOX_PICTURES = 'https://static.pay.example/';
const SANDBOX_PATH = '/static/';

export interface LogoParts {
  readonly folder: LogoFolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly network: Network;
  readonly isWanted: () => Promise<boolean>;
  /** Of the embedded sandbox in this run; null where there is none. */
  readonly sandboxOrigin: string | null;
  /** Fetches one; the real one where absent. */
  readonly fetch?: typeof fetchLogo | undefined;
}

/** Whose record names the address. */
export interface LogoOwner {
  readonly mirror: Mirror;
  readonly profile: Pick<Profile, 'origin'>;
}

export class Logos {
  readonly #parts: LogoParts;
  readonly #closing = new AbortController();
  readonly #named = new WeakMap<Mirror, { readonly urls: ReadonlySet<string>; readonly at: number }>();
  readonly #away = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<Uint8Array | null>>();
  readonly #turns: (() => void)[] = [];
  #running = 0;

  constructor(parts: LogoParts) {
    this.#parts = parts;
  }

  /** The picture as a data URL; null when there is none that may be shown. Rejects as the mirror does. */
  async get(owner: LogoOwner, address: string): Promise<string | null> {
    if (!(await this.#parts.isWanted()) || !(await this.#isNamed(owner.mirror, address))) return null;
    const isSandbox = owner.profile.origin === SANDBOX_ORIGIN;
    const apiOrigin = isSandbox ? this.#parts.sandboxOrigin : owner.profile.origin;
    const loopbackOrigin = apiOrigin?.startsWith('http://') === true ? apiOrigin : null;
    const url = URL.parse(placeOf(address, loopbackOrigin));
    if (url === null || !isLogoAddress(url, loopbackOrigin)) return null;
    // The sandbox is of this machine, and so is everything that is asked for on its word.
    if (isSandbox && url.origin !== loopbackOrigin) return null;
    // It listens at another port at every start: kept is what the record says, apart from what others say.
    const key = loopbackOrigin === null ? address : `loopback ${address}`;
    const bytes = (await this.#kept(key)) ?? (await this.#fetched(key, url, loopbackOrigin));
    const picture = bytes === null ? null : pictureIn(bytes);
    return picture === null || bytes === null
      ? null
      : `data:${picture.type};base64,${Buffer.from(bytes).toString('base64')}`;
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
  }

  /** By a look into the mirror; a record that came a moment ago is known a minute later. */
  async #isNamed(mirror: Mirror, address: string): Promise<boolean> {
    const now = this.#parts.clock.monotonic();
    const known = this.#named.get(mirror);
    if (known?.urls.has(address) === true) return true;
    if (known !== undefined && now - known.at < NAMED_MS) return false;
    const urls = new Set(await mirror.read('logos.named', {}));
    this.#named.set(mirror, { urls, at: now });
    return urls.has(address);
  }

  async #kept(key: string): Promise<Uint8Array | null> {
    try {
      return await this.#parts.folder.get(key);
    } catch (error) {
      this.#parts.log.warn('logos.cache', { problem: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  }

  async #fetched(key: string, url: URL, loopbackOrigin: string | null): Promise<Uint8Array | null> {
    const failedAt = this.#away.get(key);
    if (failedAt !== undefined && this.#parts.clock.monotonic() - failedAt < AWAY_MS) return null;
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    if (this.#turns.length >= MOST_WAITING) return null;
    const fetched = this.#inTurn(() => this.#fetch(url, loopbackOrigin));
    this.#underWay.set(key, fetched);
    try {
      const bytes = await fetched;
      if (bytes === null) this.#keepAway(key);
      else await this.#keep(key, bytes);
      return bytes;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #keepAway(key: string): void {
    this.#away.delete(key);
    this.#away.set(key, this.#parts.clock.monotonic());
    const [oldest] = this.#away.keys();
    if (this.#away.size > MOST_AWAY && oldest !== undefined) this.#away.delete(oldest);
  }

  async #keep(key: string, bytes: Uint8Array): Promise<void> {
    await this.#parts.folder.put(key, bytes).catch((error: unknown) => {
      this.#parts.log.warn('logos.cache', { problem: error instanceof Error ? error.name : 'unknown' });
    });
  }

  async #fetch(url: URL, loopbackOrigin: string | null): Promise<Uint8Array | null> {
    const { clock, network, fetch = fetchLogo } = this.#parts;
    if (this.#closing.signal.aborted) return null;
    return fetch({ url, loopbackOrigin, clock, network, signal: this.#closing.signal });
  }

  async #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#turns.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#turns.shift();
      // The place goes to whoever waits.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function placeOf(address: string, loopbackOrigin: string | null): string {
  if (loopbackOrigin === null || !address.startsWith(SANDBOX_PICTURES)) return address;
  return loopbackOrigin + SANDBOX_PATH + address.slice(SANDBOX_PICTURES.length);
}
