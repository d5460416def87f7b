// Builds businesses from the ports and the store: client, gate, request log, reserve, mirror, the context of the jobs.
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import { type Profile, SANDBOX_ORIGIN } from '../../domain/profiles/profile.ts';
import type { ApiClient } from '../api/endpoints/calls.ts';
import { createApiClient } from '../api/endpoints/client.ts';
import { KeyGates } from '../api/gate/key-gates.ts';
import type { Network } from '../api/transport/network.ts';
import type { Transport, TransportOptions } from '../api/transport/transport.ts';
import { createRetryQuota, type RetryQuota } from '../api/gate/quota.ts';
import type { Books } from '../books/books.ts';
import type { ProfileRecord } from '../books/profiles/profiles.ts';
import type { JobContext, Signal } from '../jobs/kernel/context.ts';
import type { HandedFolder } from '../jobs/ledger/handed-files.ts';
import { identify } from '../jobs/sync/identity.ts';
import type { ExportDeps } from '../jobs/exports/export.ts';
import type { ComputeReport } from '../jobs/kernel/reports.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Clock, EmbeddedSandbox, Ids, Log } from '../ports.ts';
import { Business } from './business.ts';
import { DriftLog } from './drift.ts';
import { guardedClient, guardedMirror, type ServerClock, toldTime } from './guarded.ts';
import type { Keyring } from './keyring.ts';
import { Passage } from './passage.ts';
import { RequestLogs } from './request-logs.ts';
import { readReserve } from './reserve.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** What the store behind the engine offers; the worker client is one. */
export interface EngineStore {
  readonly books: Books;
  mirror(profileId: string): Mirror;
  removeMirror(profileId: string): Promise<void>;
  removeFromBooks(profileId: string): Promise<void>;
  abandonImports(profileId: string): Promise<void>;
}

/** Whom a business tells what it learns about its key. */
export interface ToldByEngine {
  /** The key is of another business than the mirror. */
  readonly onDifferent: (business: Business) => void;
  readonly onNamed: (business: Business, businessUuid: string) => Promise<void>;
}

/** A key that is not kept yet, and where it is tried. */
interface TriedKey {
  readonly apiRoot: string;
  readonly origin: string;
  readonly apiKey: string;
  /** Null where there is no profile yet. */
  readonly profileId: string | null;
}

export interface FactoryParts {
  readonly store: EngineStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sandbox: EmbeddedSandbox | null;
  /** How the API is reached, and so how a key is tried. */
  readonly network: Network;
  readonly transport: (options: TransportOptions) => Transport;
  /** [0, 1) */
  readonly random: () => number;
  readonly osUser: string;
  readonly announce: (signal: Signal) => void;
  readonly notify: JobContext['notify'];
  readonly settings: JobContext['settings'];
  /** A profile is gone, and what waits to be told of it. */
  readonly forgotten: (profileId: string) => Promise<void>;
  readonly exporting: ExportDeps;
  readonly compute: ComputeReport;
  readonly handed: HandedFolder;
}

export class BusinessFactory {
  readonly store: EngineStore;
  readonly books: Books;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sandbox: EmbeddedSandbox | null;
  readonly announce: (signal: Signal) => void;
  readonly forgotten: FactoryParts['forgotten'];
  readonly #parts: FactoryParts;
  readonly #keys: Keyring;
  readonly #webhookSecrets: WebhookSecrets;
  /** One for the process: a storm of retries is stopped whichever businesses it comes from. */
  readonly #quota: RetryQuota;
  /** For the process: profiles with the same key, and a key that is only tried, go through one gate. */
  readonly #gates: KeyGates;
  /** How each key that is being tried is given up. */
  readonly #tries = new Set<() => Promise<void>>();
  #isClosed = false;
  readonly #requestLogs: RequestLogs;

  constructor(parts: FactoryParts, keys: Keyring, webhookSecrets: WebhookSecrets) {
    this.#parts = parts;
    this.#quota = createRetryQuota(parts.clock);
    this.#gates = new KeyGates({ clock: parts.clock, random: parts.random });
    this.#requestLogs = new RequestLogs(parts.store.books, parts.clock, parts.log);
    this.#keys = keys;
    this.#webhookSecrets = webhookSecrets;
    this.store = parts.store;
    this.books = parts.store.books;
    this.clock = parts.clock;
    this.ids = parts.ids;
    this.log = parts.log;
    this.sandbox = parts.sandbox;
    this.announce = parts.announce;
    this.forgotten = parts.forgotten;
  }

  /** A business that is not started yet. `record` is asked anew: what is known grows. */
  build(record: () => ProfileRecord, first: ProfileRecord, apiRoot: string, told: ToldByEngine): Business {
    const profile = profileOf(first);
    const closing = new AbortController();
    const server: ServerClock = { heard: null };
    const mirror = this.store.mirror(profile.id);
    // What is announced is news for others as well.
    const announce = (signal: Signal): void => {
      this.announce(signal);
      business.watch.notice(signal);
      business.reconciliation.notice(signal);
      business.news.notice(signal);
      business.payouts.notice(signal);
      business.health.notice(signal);
    };
    const client = createApiClient({
      apiRoot,
      origin: profile.origin === SANDBOX_ORIGIN ? new URL(apiRoot).origin : profile.origin,
      key: () => this.#keys.key(profile.id),
      webhookSecret: () => this.#webhookSecrets.held(profile.id),
      clock: this.clock,
      ids: this.ids,
      log: this.log,
      requestLog: this.#requestLogs.of(profile.id),
      quota: this.#quota,
      gates: this.#gates,
      network: this.#parts.network,
      random: this.#parts.random,
      transport: this.#parts.transport,
      reserve: 'automatic',
    });
    this.#restoreReserve(profile.id, client);
    const passage = new Passage(
      {
        clock: this.clock,
        bar: (): Failure | null => business.bar,
        identify: (lane) =>
          identify(client, mirror, { lane, signal: closing.signal, businessUuid: record().businessUuid }),
        onDifferent: () => told.onDifferent(business),
        onChange: () => {
          announce({ kind: 'sync', profileId: profile.id });
          announce({ kind: 'profiles' });
        },
      },
      first.unprovedSince !== null,
    );
    const drift = new DriftLog({ books: this.books, profileId: profile.id, clock: this.clock, log: this.log });
    const context: JobContext = {
      profileId: profile.id,
      client: guardedClient(client, passage, server, this.clock, (noun, answer) => drift.hear(noun, answer)),
      mirror: guardedMirror(mirror, passage),
      books: this.books,
      clock: this.clock,
      ids: this.ids,
      log: this.log,
      announce,
      notify: this.#parts.notify,
      settings: this.#parts.settings,
      closing: closing.signal,
      writing: () => business.writing,
      osUser: this.#parts.osUser,
      keyStanding: () => passage.standing,
      serverTold: () => toldTime(server, this.clock),
      onBusinessNamed: (businessUuid) => told.onNamed(business, businessUuid),
      onDeliveriesRead: (invoiceUuid, deliveries) =>
        void business.resender
          .seen(invoiceUuid, deliveries)
          .catch((error: unknown) => this.log.error('resend.seen', { profileId: profile.id }, error)),
      onDifferentBusiness: () => told.onDifferent(business),
    };
    const business = new Business(
      profile,
      context,
      closing,
      server,
      passage,
      this.#parts.exporting,
      this.#parts.compute,
      this.#parts.handed,
      drift,
    );
    client.onBudget(() => this.announce({ kind: 'sync', profileId: profile.id }));
    return business;
  }

  /**
   * Tries a key that is not kept yet with a client of its own, which is closed behind the work, or earlier where this life of the console ends: its requests are `cancelled` then. They go
   * through the gate of that key, and count into the profile's log when there is one, else into that of tried keys.
   */
  async withKey<Answer>(
    { apiRoot, origin, apiKey, profileId }: TriedKey,
    work: (client: ApiClient) => Promise<Answer>,
  ): Promise<Answer> {
    const client = createApiClient({
      apiRoot,
      origin,
      key: () => apiKey,
      clock: this.clock,
      ids: this.ids,
      log: this.log,
      requestLog: profileId === null ? this.#requestLogs.tried() : this.#requestLogs.of(profileId),
      quota: this.#quota,
      gates: this.#gates,
      network: this.#parts.network,
      random: this.#parts.random,
      transport: this.#parts.transport,
    });
    let ended: Promise<void> | null = null;
    const end = (): Promise<void> => (ended ??= client.close());
    this.#tries.add(end);
    try {
      if (this.#isClosed) await end();
      return await work(client);
    } finally {
      this.#tries.delete(end);
      await end();
    }
  }

  /** Nothing is tried any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#tries].map((end) => end()));
  }

  /** Whoever set the reserve anew while the books were asked knows better. */
  #restoreReserve(profileId: string, client: ApiClient): void {
    readReserve(this.books, profileId)
      .then((reserve) => {
        if (client.budget().reserveSet === 'automatic') client.setReserve(reserve);
      })
      .catch((error: unknown) => this.log.error('reserve.read', { profileId }, error));
  }
}

/** The public part of a profile's record. */
export function profileOf({ id, name, origin, kind, readOnly }: ProfileRecord): Profile {
  return { id, name, origin, kind, readOnly };
}
