// The teams' hosts of this computer: which it knows, coming in and out, how it stands with each, and their engines for whoever shows them. A token lies
// in the key store of the system, bound to the host that gave it, and in memory; nowhere else.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Reach, VERSION } from '../../backend/app.ts';
import type { Clock, ExportFile, Ids, Log, SavedFile, Teams, Vault } from '../../backend/ports.ts';
import type { AnswerFrame, EventFrame } from '../../contract/envelope.ts';
import { fieldOf, textOf } from '../../domain/kernel/fields.ts';
import { invalidInput, type UnreachableReason } from '../../domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { FoundTeam, KnownTeams, Team } from '../../domain/people/team.ts';
import { CONTRACT, DESK_PATHS, PRODUCT, SECRET_TEXT } from './desk.ts';
import { type KnownHost, type KnownHosts, openKnownHosts, originOf } from './known.ts';
import { type Line, lineTo, NotReached, parsed } from './line.ts';
import { type Remote, remoteOver, type Standing } from './remote.ts';
import { beginWayIn, type CameIn, type WayIn } from './way-in.ts';

const LOOK_MS = 10_000;

export interface TeamWindows {
  /** Opens an address of a known host in the system's browser. */
  open(address: string): Promise<void>;
  /** Which team's engine the window shows. */
  teamOf(client: string): string | null;
  /** From now on the window shows that one, loaded anew. */
  turn(client: string, id: string | null): void;
  /** The windows that show it show this computer. */
  turnAll(id: string): void;
  saveAs(file: ExportFile): Promise<SavedFile>;
}

export interface TeamsParts {
  readonly dataFolder: string;
  /** Null: a team's page is opened by a link. */
  readonly windows: TeamWindows | null;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the engine, which starts after it. */
  readonly engine: Promise<{ readonly reach: Reach; readonly log: Pick<Log, 'redact' | 'warn'> }>;
}

export interface TeamEngine {
  dispatch(frame: unknown, client: string): Promise<AnswerFrame | null>;
  subscribe(client: string, listener: (frame: EventFrame) => void): () => void;
}

export interface TeamsOfComputer extends Teams {
  knows(id: string): boolean;
  engineOf(id: string): TeamEngine;
  close(): void;
}

interface Listening {
  readonly id: string;
  readonly client: string;
  readonly listener: (frame: EventFrame) => void;
  stop: () => void;
}

interface Host {
  readonly line: Line;
  standing: Standing | null;
  reason: string | null;
  remote: Remote | null;
  /** The token in the key store was looked for. */
  opening: Promise<void> | null;
  way: WayIn | null;
}

export class TeamsHere implements TeamsOfComputer {
  readonly #parts: TeamsParts;
  readonly #known: KnownHosts;
  readonly #hosts = new Map<string, Host>();
  readonly #listening = new Set<Listening>();
  readonly #heard = new Set<() => void>();
  readonly #reach: Reach;

  constructor(parts: TeamsParts) {
    this.#parts = parts;
    this.#known = openKnownHosts(join(parts.dataFolder, 'teams.json'));
    this.#reach = async (to) => (await parts.engine).reach(to);
  }

  list(client: string): KnownTeams {
    const { windows } = this.#parts;
    const here = windows?.teamOf(client) ?? null;
    return {
      way: windows === null ? 'links' : 'windows',
      teams: this.#known.all().map((of) => this.#told(of)),
      here: here !== null && this.knows(here) ? here : null,
    };
  }

  async look(address: string): Promise<FoundTeam> {
    const origin = originOf(address);
    if (origin === null) return { origin: null, problem: NO_ADDRESS };
    const line = lineTo(origin, this.#reach);
    try {
      return await look(origin, line);
    } finally {
      line.close();
    }
  }

  async add(address: string): Promise<string> {
    const origin = originOf(address);
    if (origin === null) throw invalidInput('address', NO_ADDRESS);
    const before = this.#known.all().find((one) => one.origin === origin);
    if (before !== undefined) return before.id;
    const id = this.#parts.ids.uuid();
    this.#known.put({ id, origin, person: null, usedAt: this.#now() });
    this.#changed();
    return id;
  }

  async signIn(id: string): Promise<{ readonly compared: string | null; readonly problem: string | null }> {
    const of = this.#require(id);
    const host = this.#hostOf(of);
    const windows = this.#windows();
    const { problem } = await look(of.origin, host.line);
    if (problem !== null) return { compared: null, problem };
    host.way?.end();
    const way = await beginWayIn(of.origin, host.line, this.#parts.ids);
    host.way = way;
    void way.came.then(async (came) => {
      if (came !== null && host.way === way && this.knows(id)) await this.#cameIn(of, came);
      else this.#changed();
    });
    await windows.open(way.address);
    return { compared: way.compared, problem: null };
  }

  async show(client: string, id: string | null): Promise<void> {
    const windows = this.#windows();
    if (id !== null) this.#known.put({ ...this.#require(id), usedAt: this.#now() });
    windows.turn(client, id);
  }

  async signOut(id: string): Promise<void> {
    const of = this.#require(id);
    await this.#opened(of);
    await this.#hosts.get(id)?.remote?.signOut();
    this.#stand(of, { kind: 'out' });
  }

  async forget(id: string): Promise<void> {
    // Where pages are opened by a link there is no session of ours.
    if (this.#parts.windows !== null) await this.signOut(id);
    const host = this.#hosts.get(id);
    host?.way?.end();
    host?.line.close();
    this.#hosts.delete(id);
    this.#known.remove(id);
    this.#parts.windows?.turnAll(id);
    this.#changed();
  }

  async save(client: string, { ticket, name }: { readonly ticket: string; readonly name: string }) {
    const windows = this.#windows();
    const of = this.#known.find(windows.teamOf(client) ?? '');
    if (of === undefined) return 'failed';
    await this.#opened(of);
    const folder = join(this.#parts.dataFolder, 'exports');
    const path = join(folder, `${this.#parts.ids.uuid()}.team`);
    try {
      const incoming = await this.#hostOf(of).remote?.file(ticket, client);
      if (incoming === undefined) return 'failed';
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(incoming, limited, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (!incoming.complete) return 'failed';
      const file = { path, suggestedName: name, mimeType: 'application/octet-stream' };
      return (await windows.saveAs(file)).kind === 'saved' ? 'saved' : 'declined';
    } catch {
      return 'failed';
    } finally {
      await rm(path, { force: true });
    }
  }

  onChange(listener: () => void): () => void {
    this.#heard.add(listener);
    return () => this.#heard.delete(listener);
  }

  knows(id: string): boolean {
    return this.#known.find(id) !== undefined;
  }

  engineOf(id: string): TeamEngine {
    return {
      dispatch: async (frame, client) => {
        const remote = await this.#remoteOf(id);
        return remote === null ? signedOut(frame) : remote.dispatch(frame, client);
      },
      subscribe: (client, listener) => {
        const one: Listening = { id, client, listener, stop: () => undefined };
        this.#listening.add(one);
        void this.#remoteOf(id).then((remote) => {
          if (remote !== null && this.#listening.has(one)) listen(one, remote);
        });
        return () => {
          this.#listening.delete(one);
          one.stop();
        };
      },
    };
  }

  close(): void {
    for (const { remote, line, way } of this.#hosts.values()) {
      way?.end();
      remote?.close();
      line.close();
    }
  }

  #changed(): void {
    for (const listener of this.#heard) listener();
  }

  #now(): string {
    return fromEpochMs(this.#parts.clock.now());
  }

  #require(id: string): KnownHost {
    const found = this.#known.find(id);
    if (found === undefined) throw invalidInput('id', 'there is no such team');
    return found;
  }

  #windows(): TeamWindows {
    const { windows } = this.#parts;
    if (windows === null) throw invalidInput('id', 'is opened as a page here');
    return windows;
  }

  #hostOf({ id, origin }: KnownHost): Host {
    const line = (): Line => lineTo(origin, this.#reach);
    const host = this.#hosts.get(id) ?? {
      line: line(),
      standing: null,
      reason: null,
      remote: null,
      opening: null,
      way: null,
    };
    this.#hosts.set(id, host);
    return host;
  }

  #told(of: KnownHost): Team {
    const { standing = null, reason = null } = this.#hosts.get(of.id) ?? {};
    return {
      id: of.id,
      origin: of.origin,
      host: nameOf(of),
      person: of.person,
      standing: standing?.kind ?? 'unknown',
      since: standing?.kind === 'away' ? fromEpochMs(standing.since) : null,
      reason,
    };
  }

  #stand(of: KnownHost, standing: Standing): void {
    const host = this.#hostOf(of);
    host.standing = standing;
    host.reason = standing.kind === 'away' ? whyAway(standing.reason) : null;
    if (standing.kind === 'out') this.#leave(of);
    if (standing.kind === 'other')
      void look(of.origin, host.line).then(({ problem }) => {
        host.reason = problem;
        this.#changed();
      });
    this.#changed();
  }

  /** This side knows no session any more. */
  #leave({ id }: KnownHost): void {
    const host = this.#hosts.get(id);
    for (const one of this.#listening) if (one.id === id) one.stop();
    host?.remote?.close();
    if (host !== undefined) host.remote = null;
    this.#parts.vault.delete(accountOf(id)).catch(() => undefined);
  }

  #enter(of: KnownHost, token: string): void {
    const host = this.#hostOf(of);
    const { line } = host;
    host.remote?.close();
    const stands = (standing: Standing): void => this.#stand(of, standing);
    const remote = remoteOver({ line, name: nameOf(of), token, clock: this.#parts.clock, stands });
    host.remote = remote;
    for (const one of this.#listening) if (one.id === of.id) listen(one, remote);
  }

  async #remoteOf(id: string): Promise<Remote | null> {
    const of = this.#known.find(id);
    if (of !== undefined) await this.#opened(of);
    return this.#hosts.get(id)?.remote ?? null;
  }

  /** The session that an earlier run has left, if the host that it is with is still the one at this address. */
  #opened(of: KnownHost): Promise<void> {
    const host = this.#hostOf(of);
    return (host.opening ??= this.#open(of, host));
  }

  async #open(of: KnownHost, host: Host): Promise<void> {
    const kept = parsed((await this.#parts.vault.get(accountOf(of.id)).catch(() => null)) ?? '');
    const token = textOf(fieldOf(kept, 'token')) ?? '';
    // Somebody may have come in while a person unlocked the key store.
    if (host.remote !== null) return;
    if (fieldOf(kept, 'origin') !== of.origin || !SECRET_TEXT.test(token)) {
      this.#stand(of, { kind: 'out' });
      return;
    }
    (await this.#parts.engine).log.redact(token);
    this.#enter(of, token);
  }

  async #cameIn(of: KnownHost, { token, person }: CameIn): Promise<void> {
    const { log } = await this.#parts.engine;
    log.redact(token);
    // Where the key store does not take it the session is this run's.
    await this.#parts.vault
      .set(accountOf(of.id), JSON.stringify({ origin: of.origin, token }))
      .catch(() => log.warn('teams.token', { isKept: false }));
    this.#hostOf(of).opening = Promise.resolve();
    this.#known.put({ ...of, person: person === '' ? null : person, usedAt: this.#now() });
    this.#enter(of, token);
    this.#stand(of, { kind: 'in' });
  }
}

const nameOf = ({ origin }: Pick<KnownHost, 'origin'>): string => new URL(origin).host;

function listen(one: Listening, remote: Remote): void {
  one.stop();
  one.stop = remote.subscribe(one.client, one.listener);
}

const accountOf = (id: string): string => `team-${id}`;

const NO_ADDRESS = 'That is not the https address of a host.';

/** What a host says of itself, looked at as what anybody may say. */
async function look(origin: string, line: Line): Promise<FoundTeam> {
  const found = (problem: string | null): FoundTeam => ({ origin, problem });
  let answer;
  try {
    answer = await line.ask({ path: DESK_PATHS.about, withinMs: LOOK_MS });
  } catch (error) {
    return found(whyAway(error instanceof NotReached ? error.reason : null));
  }
  const { status, json } = answer;
  if (status !== 200 || fieldOf(json, 'console') !== PRODUCT)
    return found('Something else answers at this address: it is not a Merchant Console for a team.');
  const contract = fieldOf(json, 'contract');
  if (contract === CONTRACT) return found(null);
  const theirs = `${plain(fieldOf(json, 'version'))} (${plain(contract)})`;
  return found(
    `The host runs version ${theirs}, this console is version ${VERSION} (${CONTRACT}); the two do not understand each other. Update whichever is older.`,
  );
}

/** A word of a stranger in a sentence of ours. */
function plain(value: unknown): string {
  return (textOf(value) ?? '').replaceAll(/[^\w.+-]/g, '').slice(0, 24) || 'unknown';
}

const WHY_AWAY: Readonly<Partial<Record<UnreachableReason, string>>> = {
  dns: 'There is no host of that name.',
  'no-network': 'This computer has no network.',
  refused: 'Nothing answers at that address.',
  'tls-expired': 'Its certificate is out of date, so nothing was said to it.',
  'tls-untrusted': 'Its certificate is signed by nobody whom this computer believes, so nothing was said to it.',
  'tls-wrong-host': 'Its certificate is another host’s, so nothing was said to it.',
  'tls-other': 'No secure connection to it could be made.',
  timeout: 'It does not answer in time.',
};

function whyAway(reason: UnreachableReason | null): string {
  if (reason?.startsWith('proxy-') === true) return 'The proxy of this computer does not let the connection through.';
  return (reason === null ? undefined : WHY_AWAY[reason]) ?? 'It does not answer.';
}

function signedOut(frame: unknown): AnswerFrame {
  const id = textOf(fieldOf(frame, 'id')) ?? '';
  const detail = 'You are signed out there. Nothing was sent.';
  return { id, ok: false, failure: { kind: 'unavailable-offline', detail } };
}

/** No export is larger; a host that sends without end fills no disk. */
const MOST_FILE_BYTES = 4 * 1024 ** 3;

async function* limited(source: AsyncIterable<Buffer>) {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > MOST_FILE_BYTES) throw new Error('too large');
    yield piece;
  }
}
