// Turns what the engine announces into event frames for every window: snapshots, at most a few a second of each kind,
// numbered per subscription so that a gap is noticed.
import type { EventFrame } from '../contract/envelope.ts';
import { EVENT_ROLES, type EventData, type EventName, events } from '../contract/events.ts';
import type { LockStatus } from '../domain/console/lock.ts';
import type { Result } from '../domain/kernel/failure/failure.ts';
import type { Business } from './engine/business.ts';
import type { Lock } from './engine/lock.ts';
import type { People } from './engine/people.ts';
import type { Profiles } from './engine/profiles.ts';
import { wireReport } from './handlers/deliveries.ts';
import { type Reported, syncStatus } from './handlers/sync.ts';
import { mayDo } from '../domain/people/person.ts';
import type { News } from '../domain/news/notice.ts';
import { fromEpochMs } from '../domain/kernel/time/time.ts';
import type { Addressee, BooksKind, MirrorKind, Signal, Trouble } from './jobs/kernel/context.ts';
import type { Clock, Log } from './ports.ts';

/** Snapshots of one kind are sent at most so often, milliseconds. */
const AT_MOST_EVERY_MS = 250;
/** One that took long to read is followed by a pause of so many times as long: at a slow disk windows hear less, and the work goes on. */
const PAUSE_AFTER_READ = 4;
const HEARTBEAT_EVERY_MS = 15_000;
/** A window that opens later is told of a trouble as well, until it is over or so old, and of news; a start has its troubles before any window. */
const KEPT_MS = 10 * 60_000;

/** More of them nobody reads; the oldest gives way. */
const MOST_NEWS = 20;

const TOLD_WHILE_LOCKED: ReadonlySet<EventName> = new Set(['heartbeat', 'lock.changed']);

type Listener = (frame: EventFrame) => void;

interface KnownProfiles extends Pick<Profiles, 'has'> {
  readonly business: (profileId: string) => Result<Reported & Pick<Business, 'jobs'>>;
}

interface Subscription {
  readonly client: string;
  readonly listener: Listener;
  /** A person sees what it is told. */
  readonly isWindow: boolean;
  /** Whose it is; null: this computer's own user's. */
  readonly personId: string | null;
  seq: number;
}

interface KeptNews {
  readonly profile: string;
  readonly told: News;
  /** Null: whoever may read the business. */
  readonly to: Addressee | null;
  readonly at: number;
  readonly isTold: boolean;
}

export class Publisher {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #profiles: () => KnownProfiles;
  readonly #lock: () => Pick<Lock, 'status'>;
  readonly #people: () => Pick<People, 'find'>;
  readonly #subscriptions = new Set<Subscription>();
  readonly #waiting = new Map<string, () => Promise<void>>();
  /** Of those that are sent, or are about to be: one at a time of each kind and profile. */
  readonly #sending = new Set<string>();
  /** By the same names, the moment of the steady clock before which none is read again. */
  readonly #restsUntil = new Map<string, number>();
  /** By profile, what has changed since the last event about it. */
  readonly #mirrorKinds = new Map<string, Set<MirrorKind>>();
  readonly #booksKinds = new Map<string, Set<BooksKind>>();
  /** The latest of each kind and profile that is not over. */
  readonly #troubles = new Map<
    string,
    {
      readonly profile: string | null;
      readonly told: EventData<'trouble'>;
      readonly at: number;
      readonly stays: boolean;
    }
  >();
  /** The latest, until a window has shown them and a while after. */
  #news: readonly KeptNews[] = [];
  readonly #closing = new AbortController();
  #beating = false;

  constructor(
    clock: Clock,
    log: Log,
    profiles: () => KnownProfiles,
    lock: () => Pick<Lock, 'status'>,
    people: () => Pick<People, 'find'>,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#profiles = profiles;
    this.#lock = lock;
    this.#people = people;
  }

  /** All events for one window from now on, or those that are for a person; the first is a heartbeat. */
  subscribe(client: string, listener: Listener, personId: string | null = null): () => void {
    return this.#add({ client, listener, isWindow: true, personId, seq: 0 });
  }

  /** The same for a shell that shows no news: what nobody but it has heard still waits for a window. */
  overhear(client: string, listener: Listener): () => void {
    return this.#add({ client, listener, isWindow: false, personId: null, seq: 0 });
  }

  #add(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#deliver(subscription, 'heartbeat', null, {});
    const lock = this.#lock().status();
    if (lock.isOn) this.#deliver(subscription, 'lock.changed', null, lock);
    this.#catchUp(subscription);
    if (!this.#beating) this.#beat().catch(() => undefined);
    return () => this.#subscriptions.delete(subscription);
  }

  /** What happened before it listened, or while it was locked. */
  #catchUp(subscription: Subscription): void {
    for (const { profile, told, at, stays } of this.#troubles.values()) {
      if (stays || this.#clock.monotonic() - at < KEPT_MS) this.#deliver(subscription, 'trouble', profile, told);
    }
    if (subscription.isWindow && !this.#isShut(subscription)) this.#tellAgain(subscription);
  }

  #isShut({ isWindow }: Pick<Subscription, 'isWindow'>): boolean {
    return isWindow && this.#lock().status().isLocked;
  }

  /** What is for somebody, by the roles that they have now; what is of the whole host is for whoever is in. */
  #isFor({ personId }: Pick<Subscription, 'personId'>, event: EventName, profile: string | null): boolean {
    if (personId === null) return true;
    const person = this.#people().find(personId);
    const role = EVENT_ROLES[event];
    return person !== null && (role === 'anyone' || profile === null || mayDo(person, role, profile));
  }

  /** Whoever has other roles has missed what was not for them before: the number says so. */
  #tellPeople(): void {
    for (const one of this.#subscriptions) if (one.personId !== null) one.seq += 1;
    this.#news = this.#news.filter(({ to }) => to === null || this.#people().find(to.person) !== null);
    this.#send('people.changed', null, {});
  }

  /** Those who have it open themselves; a browser has one stream for all its tabs, so it is told by person. */
  #tellHere({ profileId, list, recordId, others }: Extract<Signal, { readonly kind: 'here' }>): void {
    for (const one of this.#subscriptions) {
      const names = one.personId === null ? undefined : others.get(one.personId);
      if (names !== undefined) this.#deliver(one, 'people.here', profileId, { list, recordId, others: [...names] });
    }
  }

  #tellLock(status: LockStatus): void {
    this.#send('lock.changed', null, status);
    if (!status.isLocked) for (const subscription of this.#subscriptions) this.#catchUp(subscription);
  }

  /** Takes one announcement of the engine. */
  announce(signal: Signal): void {
    switch (signal.kind) {
      case 'sync':
        return this.#soon(`sync/${signal.profileId}`, () => this.#sendSync(signal.profileId));
      case 'jobs':
        return this.#soon(`jobs/${signal.profileId}`, async () => this.#sendJobs(signal.profileId));
      case 'mirror':
        return this.#collect(this.#mirrorKinds, signal, (kinds) =>
          this.#send('mirror.changed', signal.profileId, { kinds }),
        );
      case 'books':
        return this.#collect(this.#booksKinds, signal, (kinds) =>
          this.#send('books.changed', signal.profileId, { kinds }),
        );
      case 'resend':
        return this.#send('resend.changed', signal.profileId, wireReport(signal.report));
      case 'news':
        return this.#tellNews(signal.profileId, signal.news, signal.to ?? null);
      case 'news-over':
        this.#news = this.#news.filter(({ told }) => told.id !== signal.id);
        return;
      case 'profiles':
        this.#forgetGone();
        return this.#send('profiles.changed', null, {});
      case 'people':
        return this.#tellPeople();
      case 'here':
        return this.#tellHere(signal);
      case 'settings':
        return this.#send('settings.changed', null, {});
      case 'updates':
        return this.#send('updates.changed', null, {});
      case 'teams':
        return this.#send('teams.changed', null, {});
      case 'lock':
        return this.#tellLock(signal.status);
      case 'trouble':
        return this.#tellTrouble(signal.profileId, signal.trouble);
    }
  }

  /** To the window of that name alone. */
  command(client: string, command: EventData<'window.command'>): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.client === client) this.#deliver(subscription, 'window.command', null, command);
    }
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
    this.#subscriptions.clear();
  }

  /** A window that opens later is told nothing of a business that is gone. */
  #forgetGone(): void {
    const isThere = (profile: string | null): boolean => profile === null || this.#profiles().has(profile);
    this.#news = this.#news.filter(({ profile }) => isThere(profile));
    for (const [key, { profile }] of this.#troubles) if (!isThere(profile)) this.#troubles.delete(key);
  }

  #tellTrouble(profile: string | null, trouble: Trouble): void {
    const { stays = false, ...rest } = trouble;
    const told = { ...rest, at: fromEpochMs(this.#clock.now()) };
    const key = `${trouble.kind}/${profile ?? ''}`;
    if (trouble.over === true) this.#troubles.delete(key);
    else this.#troubles.set(key, { profile, told, at: this.#clock.monotonic(), stays });
    this.#send('trouble', profile, told);
  }

  #tellNews(profile: string, told: News, to: Addressee | null): void {
    const news = { profile, told, to, at: this.#clock.monotonic() };
    const readers = [...this.#subscriptions].filter((one) => this.#isReader(one, news));
    const isTold = readers.some((one) => one.isWindow && !this.#isShut(one));
    // So many for each: news of one person take no room from others.
    const own = this.#news.filter((one) => one.to?.person === to?.person);
    const gone = own.length < MOST_NEWS ? null : own[0];
    this.#news = [...this.#news.filter((one) => one !== gone), { ...news, isTold }];
    for (const one of readers) this.#deliver(one, 'news', profile, told);
  }

  #isReader(subscription: Subscription, { profile, to }: Pick<KeptNews, 'profile' | 'to'>): boolean {
    if (to === null) return this.#isFor(subscription, 'news', profile);
    const person = to.person === subscription.personId ? this.#people().find(to.person) : null;
    return person !== null && mayDo(person, to.role, profile);
  }

  /** What nobody was there for, and what was told so lately that the line may have broken on the way. */
  #tellAgain(subscription: Subscription): void {
    const now = this.#clock.monotonic();
    const fresh = this.#news.filter(({ at, isTold }) => !isTold || now - at < KEPT_MS);
    const own = new Set(fresh.filter((one) => this.#isReader(subscription, one)));
    this.#news = fresh.map((one) => (own.has(one) && !one.isTold ? { ...one, at: now, isTold: true } : one));
    for (const { profile, told } of own) this.#deliver(subscription, 'news', profile, told);
  }

  #collect<Kind extends MirrorKind | BooksKind>(
    changed: Map<string, Set<Kind>>,
    signal: { readonly kind: Signal['kind']; readonly profileId: string; readonly kinds: readonly Kind[] },
    send: (kinds: Kind[]) => void,
  ): void {
    const { profileId } = signal;
    const collected = changed.get(profileId) ?? new Set();
    changed.set(profileId, collected);
    for (const kind of signal.kinds) collected.add(kind);
    this.#soon(`${signal.kind}/${profileId}`, async () => {
      changed.delete(profileId);
      send([...collected]);
    });
  }

  async #sendSync(profileId: string): Promise<void> {
    const business = this.#profiles().business(profileId);
    if (business.ok) this.#send('sync.status', profileId, await syncStatus(business.value));
  }

  #sendJobs(profileId: string): void {
    const business = this.#profiles().business(profileId);
    if (business.ok) this.#send('jobs.changed', profileId, { jobs: [...business.value.jobs()] });
  }

  /** The first of a burst waits a moment, so that the last state of the burst is what is sent. */
  #soon(key: string, send: () => Promise<void>): void {
    if (this.#subscriptions.size === 0) return;
    this.#waiting.set(key, send);
    if (this.#sending.has(key)) return;
    this.#sending.add(key);
    void this.#sendWaiting(key);
  }

  async #sendWaiting(key: string): Promise<void> {
    const clock = this.#clock;
    try {
      for (let send = this.#waiting.get(key); send !== undefined; send = this.#waiting.get(key)) {
        const restMs = (this.#restsUntil.get(key) ?? 0) - clock.monotonic();
        await clock.sleep(Math.max(AT_MOST_EVERY_MS, restMs), this.#closing.signal);
        const latest = this.#waiting.get(key);
        this.#waiting.delete(key);
        const begun = clock.monotonic();
        try {
          await latest?.();
        } catch (error) {
          if (!this.#closing.signal.aborted) this.#log.error('publish', { key }, error);
        }
        const ended = clock.monotonic();
        this.#restsUntil.set(key, ended + PAUSE_AFTER_READ * (ended - begun));
      }
    } catch {
      // The console closes.
    } finally {
      this.#sending.delete(key);
    }
  }

  /** One heart for all windows, however often they come and go. */
  async #beat(): Promise<void> {
    this.#beating = true;
    try {
      while (this.#subscriptions.size > 0) {
        await this.#clock.sleep(HEARTBEAT_EVERY_MS, this.#closing.signal);
        this.#send('heartbeat', null, {});
      }
    } finally {
      this.#beating = false;
    }
  }

  #send<Name extends EventName>(event: Name, profile: string | null, data: EventData<Name>): void {
    for (const subscription of this.#subscriptions) this.#deliver(subscription, event, profile, data);
  }

  #deliver<Name extends EventName>(
    subscription: Subscription,
    event: Name,
    profile: string | null,
    data: EventData<Name>,
  ): void {
    if (!this.#isFor(subscription, event, profile)) return;
    const parsed = events[event].safeParse(data);
    if (!parsed.success) {
      this.#log.error('publish.output', { event });
      return;
    }
    // A window that is locked hears nothing; that it missed something, it sees by the number.
    if (this.#isShut(subscription) && !TOLD_WHILE_LOCKED.has(event)) {
      subscription.seq += 1;
      return;
    }
    const frame: EventFrame = { event, profile, seq: subscription.seq, data: parsed.data };
    subscription.seq += 1;
    try {
      subscription.listener(frame);
    } catch (error) {
      // A window that cannot take an event must not stop the job that announced it.
      this.#log.error('publish.listener', { event }, error);
    }
  }
}
