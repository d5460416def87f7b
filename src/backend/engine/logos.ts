/**
 * Pictures of payment methods and networks for the screens, which load nothing from anywhere: only addresses that a record of the business names,
 * only while the person wants logos, few at once and of one host fewer, kept on the disk (files/logo-folder.ts). What could not be had is not asked for
 * again within the hour, and a host that lets us wait holds nobody else up. No request carries the key, so none counts at the API. Not here: what a request may reach (api/logo-fetch.ts).
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
const AT_ONCE = 4;
/** Of a host that has answered in time; of any other a single one, to see whether it does. */
const AT_ONCE_OF_A_HOST = 3;
/** An answer that took so long and was none says that the host is slow: what else waits for it is not asked for now. */
const SLOW_MS = 5_000;
/** And nothing of it for so long. */
const SLOW_HOST_AWAY_MS = 10 * 60_000;
const MOST_HOSTS = 200;
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
  readonly #named = new WeakMap<Mirror, { readonly urls: Promise<ReadonlySet<string>>; readonly at: number }>();
  readonly #away = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<Uint8Array | null>>();
  /** When, by host, on the monotonic clock. */
  readonly #slowHosts = new Map<string, number>();
  readonly #quickHosts = new Map<string, number>();
  readonly #turns: Turn[] = [];
  readonly #running: string[] = [];

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

  /** The network is another one, or the machine slept: what could not be had may be had now. */
  wake(): void {
    this.#away.clear();
    this.#slowHosts.clear();
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
  }

  /** By a look into the mirror; a record that came a moment ago is known a minute later. */
  async #isNamed(mirror: Mirror, address: string): Promise<boolean> {
    const now = this.#parts.clock.monotonic();
    const known = this.#named.get(mirror);
    if (known !== undefined && ((await known.urls).has(address) || now - known.at < NAMED_MS))
      return (await known.urls).has(address);
    // A screen asks for many at once: they share one look.
    const urls = mirror.read('logos.named', {}).then((found) => new Set(found));
    const look = { urls, at: now };
    this.#named.set(mirror, look);
    urls.catch(() => {
      if (this.#named.get(mirror) === look) this.#named.delete(mirror);
    });
    return (await urls).has(address);
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
    if (this.#turns.length >= MOST_WAITING || this.#isSlow(url.host)) return null;
    const fetched = this.#inTurn(url.host, () => this.#fetchAndKeep(key, url, loopbackOrigin));
    this.#underWay.set(key, fetched);
    try {
      return await fetched;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #fetchAndKeep(key: string, url: URL, loopbackOrigin: string | null): Promise<Uint8Array | null> {
    const { clock } = this.#parts;
    // While this one waited for its turn.
    if (this.#isSlow(url.host)) return null;
    const begun = clock.monotonic();
    const bytes = await this.#fetch(url, loopbackOrigin);
    const now = clock.monotonic();
    const isSlow = bytes === null && now - begun >= SLOW_MS;
    note(isSlow ? this.#slowHosts : this.#quickHosts, url.host, now, MOST_HOSTS);
    if (isSlow) this.#quickHosts.delete(url.host);
    if (bytes === null) note(this.#away, key, now, MOST_AWAY);
    else await this.#keep(key, bytes);
    return bytes;
  }

  #isSlow(host: string): boolean {
    const since = this.#slowHosts.get(host);
    return since !== undefined && this.#parts.clock.monotonic() - since < SLOW_HOST_AWAY_MS;
  }

  async #keep(key: string, bytes: Uint8Array): Promise<void> {
    await this.#parts.folder.put(key, bytes).catch((error: unknown) => {
      this.#parts.log.warn('logos.cache', { problem: error instanceof Error ? error.name : 'unknown' });
    });
  }

  async #fetch(url: URL, loopbackOrigin: string | null): Promise<Uint8Array | null> {
    const { clock, network, fetch: fetchOne = fetchLogo } = this.#parts;
    if (this.#closing.signal.aborted) return null;
    return fetchOne({ url, loopbackOrigin, clock, network, signal: this.#closing.signal });
  }

  async #inTurn<Value>(host: string, work: () => Promise<Value>): Promise<Value> {
    const begun = new Promise<void>((begin) => this.#turns.push({ host, begin }));
    this.#admit();
    await begun;
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(host), 1);
      this.#admit();
    }
  }

  /** Whoever waits the longest and whose host has a place. */
  #admit(): void {
    const hasPlace = ({ host }: Turn): boolean => {
      const most = this.#quickHosts.has(host) ? AT_ONCE_OF_A_HOST : 1;
      return this.#running.length < AT_ONCE && this.#running.filter((one) => one === host).length < most;
    };
    for (let at = this.#turns.findIndex(hasPlace); at !== -1; at = this.#turns.findIndex(hasPlace)) {
      const [turn] = this.#turns.splice(at, 1);
      if (turn === undefined) return;
      this.#running.push(turn.host);
      turn.begin();
    }
  }
}

interface Turn {
  readonly host: string;
  readonly begin: () => void;
}

/** The newest last; the oldest gives way. */
function note(times: Map<string, number>, key: string, now: number, most: number): void {
  times.delete(key);
  times.set(key, now);
  const [oldest] = times.keys();
  if (times.size > most && oldest !== undefined) times.delete(oldest);
}

function placeOf(address: string, loopbackOrigin: string | null): string {
  if (loopbackOrigin === null || !address.startsWith(SANDBOX_PICTURES)) return address;
  return loopbackOrigin + SANDBOX_PATH + address.slice(SANDBOX_PICTURES.length);
}
