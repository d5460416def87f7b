// The lock of all windows of this console. It keeps out whoever passes by, not somebody with the disk: nothing is encrypted by it. That it is on stands
// in the books; what a passphrase is compared with lies in the key store. A key of a connected business opens it too: whoever forgot the passphrase has that.
import type { ConsoleSettings } from '../../domain/console/console-settings.ts';
import { type LockStatus, waitAfter } from '../../domain/console/lock.ts';
import { fieldOf } from '../../domain/kernel/fields.ts';
import { ageOf, type Moment, momentOf } from '../../domain/sync/reading-age.ts';
import { type Derive, isPassphraseOf, keptOfPassphrase } from '../api/passphrase.ts';
import type { Books } from '../books/books.ts';
import { Rests } from '../jobs/kernel/rest.ts';
import { readSetting, writeSetting } from '../jobs/kernel/setting.ts';
import { type Clock, type Host, type Ids, type Log, type Vault, VaultError, type VaultProblem } from '../ports.ts';
import type { ActivityLog } from './activity-log.ts';

/** In the books: wrong passphrases in a row; absent while there is no passphrase. */
const KEY = 'lock';
/** In the key store, beside those of the profiles. */
const ACCOUNT = 'lock';
/** What never locks by itself is looked at when the settings change. */
const DAY_MS = 86_400_000;
const SALT_BYTES = 16;

export interface LockParts {
  readonly books: Books;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'token'>;
  readonly log: Log;
  readonly activity: ActivityLog;
  readonly host: Pick<Host, 'authenticate'>;
  readonly derive: Derive;
  readonly settings: () => Promise<Pick<ConsoleSettings, 'lockMinutes'>>;
  /** It is the key of a business, in constant time. */
  readonly isKey: (text: string) => boolean;
  readonly changed: (status: LockStatus) => void;
}

/** What came of a passphrase; `problem`: the key store was in the way, so that it was not looked at. */
export interface Tried {
  readonly ok: boolean;
  readonly problem?: VaultProblem | undefined;
}

export class Lock {
  readonly #parts: LockParts;
  readonly #closing = new AbortController();
  readonly #rests: Rests;
  /** Null: no passphrase. */
  #wrong: number | null = null;
  #isLocked = false;
  /** On the monotonic clock. */
  #waitsUntil = Number.NEGATIVE_INFINITY;
  /** When a person was last seen at a window, by both clocks: the one may stand still while the machine sleeps, the other be put back. */
  #seen: Moment = { wallMs: 0, steadyMs: 0 };
  /** As the settings were last read; nobody watches before that. */
  #idleLimitMs = Number.POSITIVE_INFINITY;
  #isWatching = false;
  #waiting = Promise.withResolvers<void>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: LockParts) {
    this.#parts = parts;
    this.#rests = new Rests({ clock: parts.clock, closing: this.#closing.signal });
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  status(): LockStatus {
    const waitMs = Math.ceil(Math.max(0, this.#waitsUntil - this.#parts.clock.monotonic()));
    return {
      isOn: this.#wrong !== null,
      isLocked: this.#isLocked,
      waitMs,
      bySystem: this.#parts.host.authenticate !== null,
    };
  }

  /**
   * A console that has a passphrase starts locked; whoever had to wait waits again, so that no restart and no clock shortens it. `wasOn`: whether there
   * was one when a copy took the place of the books, which may be older than that; undefined where none did.
   */
  async open(wasOn?: boolean): Promise<void> {
    this.#wrong = await readSetting(this.#parts.books, KEY, wrongIn);
    if (wasOn !== undefined && wasOn !== (this.#wrong !== null)) await this.#keep(wasOn ? 0 : null);
    this.#isLocked = this.#wrong !== null;
    this.#holdBack();
  }

  /** At once; false where there is no passphrase that would open it again. */
  lock(): boolean {
    if (this.#wrong === null) return false;
    if (!this.#isLocked) this.#turnTo(true);
    return true;
  }

  /** With a passphrase, or by the system where that can. */
  unlock(passphrase: string | undefined, by?: string): Promise<Tried> {
    return this.#next(async () => {
      if (!this.#isLocked) return { ok: true };
      const tried = passphrase === undefined ? await this.#bySystem() : await this.#try(passphrase, by);
      if (tried.ok) this.#turnTo(false);
      return tried;
    });
  }

  /** Another passphrase; the present one is asked for where there is one. */
  set(passphrase: string, present: string, by?: string): Promise<Tried> {
    const kept = (): Promise<string> => {
      const { ids, derive } = this.#parts;
      return keptOfPassphrase(passphrase, ids.token(SALT_BYTES), derive);
    };
    return this.#next(() => this.#change(present, async (vault) => vault.set(ACCOUNT, await kept()), 0, by));
  }

  /** No passphrase from now on. */
  remove(present: string, by?: string): Promise<Tried> {
    return this.#next(() => this.#change(present, (vault) => vault.delete(ACCOUNT), null, by));
  }

  /** A person is at a window. Of one that nobody was at for too long, as after a sleep that nobody has told of yet, this is no proof that it is the same person: it locks. */
  touch(): void {
    if (ageOf(this.#seen, this.#parts.clock) >= this.#idleLimitMs) this.wake();
    else this.#see();
  }

  /** The settings are others, or the machine woke up. */
  wake(): void {
    this.#rests.wake();
    if (this.#isWatching || this.#isLocked || this.#wrong === null || this.#closing.signal.aborted) return;
    this.#isWatching = true;
    void this.#watch();
  }

  /** Resolves once it is not locked; what would show something outside of the windows waits for that. Rejects when the console ends. */
  whenOpen(): Promise<void> {
    return this.#isLocked ? this.#waiting.promise : Promise.resolve();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    this.#waiting.promise.catch(() => undefined);
    this.#waiting.reject(new Error('closing'));
    await this.#turn;
  }

  #turnTo(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#waiting.resolve();
    if (isLocked) this.#waiting = Promise.withResolvers();
    else this.#see();
    this.#parts.changed(this.status());
    this.wake();
  }

  #see(): void {
    this.#seen = momentOf(this.#parts.clock);
  }

  async #watch(): Promise<void> {
    const { clock, settings, log } = this.#parts;
    try {
      while (!this.#closing.signal.aborted && !this.#isLocked && this.#wrong !== null) {
        const { news } = this.#rests;
        const { lockMinutes } = await settings();
        this.#idleLimitMs = lockMinutes === 0 ? Number.POSITIVE_INFINITY : lockMinutes * 60_000;
        const leftMs = Math.min(DAY_MS, this.#idleLimitMs - ageOf(this.#seen, clock));
        if (leftMs <= 0) this.lock();
        else await this.#rests.rest(leftMs, news);
      }
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      // Whether it may stay open cannot be found out.
      log.error('lock.watch', {}, error);
      this.lock();
    } finally {
      this.#isWatching = false;
    }
  }

  async #bySystem(): Promise<Tried> {
    const { authenticate } = this.#parts.host;
    return { ok: authenticate !== null && (await authenticate('open the Merchant Console').catch(() => false)) };
  }

  /** Looks at a passphrase. That it may be wrong is on the disk before: ending the console here gives nobody another try. */
  async #try(text: string, by: string | undefined): Promise<Tried> {
    const { vault, isKey, derive } = this.#parts;
    if (this.status().waitMs > 0) return { ok: false };
    return this.#unlessRefused(async () => {
      const kept = await vault.get(ACCOUNT);
      const before = this.#wrong ?? 0;
      await this.#keep(before + 1);
      // Books that were moved to a computer whose key store knows nothing of it: there is nothing to compare with, nor would there ever be.
      const isRight = kept === null || isKey(text) || (await isPassphraseOf(text, kept, derive));
      await this.#keep(isRight ? 0 : before + 1);
      this.#holdBack();
      if (!isRight) await this.#note('A wrong passphrase was typed', 'refused', by);
      return { ok: isRight };
    });
  }

  /** Carries a change out in the key store and then in the books, once the present passphrase was right. */
  async #change(
    present: string,
    change: (vault: Vault) => Promise<void>,
    wrong: number | null,
    by: string | undefined,
  ): Promise<Tried> {
    if (this.#wrong !== null) {
      const tried = await this.#try(present, by);
      if (!tried.ok) return tried;
    }
    return this.#unlessRefused(async () => {
      await change(this.#parts.vault);
      await this.#keep(wrong);
      await this.#note(wrong === null ? 'The passphrase was removed' : 'A passphrase was set', 'done', by);
      this.#see();
      this.#parts.changed(this.status());
      this.wake();
      return { ok: true };
    });
  }

  async #unlessRefused(work: () => Promise<Tried>): Promise<Tried> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof VaultError) return { ok: false, problem: error.problem };
      throw error;
    }
  }

  #holdBack(): void {
    this.#waitsUntil = this.#parts.clock.monotonic() + waitAfter(this.#wrong ?? 0);
  }

  async #keep(wrong: number | null): Promise<void> {
    const { books } = this.#parts;
    if (wrong === null) await books.write('settings.set', { key: KEY, value: null });
    else await writeSetting(books, KEY, { wrong });
    this.#wrong = wrong;
  }

  #note(summary: string, outcome: 'done' | 'refused', by: string | undefined): Promise<void> {
    return this.#parts.activity.append({ action: 'lock-console', summary, outcome, profileId: null }, by);
  }

  /** One after the other: no two tries at once. */
  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** What cannot be read is no reason to leave it open. */
function wrongIn(value: unknown): number {
  const wrong = fieldOf(value, 'wrong');
  return typeof wrong === 'number' && Number.isSafeInteger(wrong) && wrong >= 0 ? wrong : 0;
}
