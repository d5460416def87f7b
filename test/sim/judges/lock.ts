/** The lock: a locked window is told nothing and gets nothing, and no end of the console opens it. That jobs go on behind it the other judges see. */
import type { AnswerFrame } from '../../../src/contract/envelope.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { LOCKED_NOTICE } from '../../../src/domain/news/notice.ts';
import { type Files, textOf } from './files.ts';
import { WRONG } from '../support-week.ts';
import type { Verdicts } from './verdicts.ts';

/** What a locked console answers, and what it tells. */
const ANSWERED: ReadonlySet<string> = new Set(['lock.status', 'lock.open', 'lock.now']);
const TOLD: ReadonlySet<string> = new Set(['lock.changed', 'heartbeat']);

/** Who does so is seen. */
const SEES: ReadonlySet<string> = new Set(['lock.open', 'lock.remove', 'lock.set']);
/** As the settings come. */
const LOCKS_AFTER_MS = 15 * 60_000;
/** They are read before. */
const LOCKS_WITHIN_MS = 10_000;

/** A call at the moment in which it was asked. */
interface AskedOfLock {
  /** On the clock that no sleep moves. */
  readonly askedAt: number;
  /** Whether the lock stood before it all the time. */
  readonly isStill: () => boolean;
  readonly life: number;
}

export class LockJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  /** It is certain that it is locked. */
  #isShut = false;
  /** It is certain that there is a passphrase. */
  #isOn = false;
  /** How often it was certain, or stopped being so. */
  #turns = 0;
  /** Somebody opens it, or takes the passphrase away, and has no answer yet. */
  #opening = 0;
  #lives = 0;
  /** Wrong ones in a row, as they are written down. */
  #wrong = 0;
  /** Before then nobody opens it: too many were wrong. */
  #opensAt = Number.NEGATIVE_INFINITY;
  /** From then on it is locked by itself, unless somebody opens it; null: nobody knows. */
  #locksAt: number | null = null;
  readonly #steady: () => number;

  /** `steady`: a clock that no sleep of the machine moves. */
  constructor(verdicts: Verdicts, files: Files, steady: () => number) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#steady = steady;
  }

  /** Another life: a console that has a passphrase starts locked. `isOwn`: it has put a copy back, which neither brings a lock nor takes one away. */
  begun(isOwn: boolean): void {
    this.#lives += 1;
    this.#opening = 0;
    this.#turns += 1;
    this.#wrong = 0;
    this.#locksAt = null;
    const found = this.#waits(this.#steady());
    if (!isOwn) this.#isOn = found;
    this.#isShut = this.#isOn;
    if (this.#isShut) this.#verdicts.journal.met('a console started locked');
  }

  /** The machine was told that it slept for so long, with nobody at a window. */
  woke(sleptMs: number): void {
    if (this.#isOn && !this.#isShut && sleptMs >= LOCKS_AFTER_MS) this.#locksAt = this.#steady() + LOCKS_WITHIN_MS;
  }

  asked(call: string, input: unknown): AskedOfLock {
    if (SEES.has(call)) this.#locksAt = null;
    if (this.#locksAt !== null && this.#steady() > this.#locksAt) {
      this.#locksAt = null;
      this.#turns += 1;
      this.#isShut = true;
      this.#verdicts.journal.met('the lock: locked by a sleep');
    }
    const [turns, isShut, isAlone, life] = [this.#turns, this.#isShut, this.#opening === 0, this.#lives];
    const askedAt = this.#steady();
    const isStill = (): boolean => isShut && this.#turns === turns;
    if (call !== 'lock.open' && call !== 'lock.remove') return { askedAt, isStill, life };
    this.#opening += 1;
    this.#isShut = false;
    const isWrong = fieldOf(input, 'passphrase') === WRONG && isShut && isAlone;
    return { askedAt, isStill: () => isWrong && this.#turns === turns && this.#opening === 1, life };
  }

  /** Whoever typed one wrong passphrase more waits from then on: nobody after two, five seconds after three, twice as long after each. Answers whether there is a passphrase. */
  #waits(from: number): boolean {
    const found = this.#files.books((file) => file.all(`SELECT value FROM settings WHERE key = 'lock'`)[0]);
    const kept: unknown = found === undefined || found === null ? null : JSON.parse(textOf(found, 'value'));
    const wrong = Number(fieldOf(kept, 'wrong') ?? 0);
    if (wrong > this.#wrong && wrong > 2) {
      this.#opensAt = from + Math.min(5_000 * 2 ** (wrong - 3), 15 * 60_000);
      this.#verdicts.journal.met('wrong passphrases have to be waited after');
    }
    this.#wrong = wrong;
    return kept !== null;
  }

  /** What `asked` has answered comes back with the answer. */
  answered(call: string, answer: AnswerFrame | null, { askedAt, isStill, life }: AskedOfLock): void {
    if (answer === null) return;
    if (call === 'lock.open' && answer.ok && life === this.#lives) this.#tried(answer.output, askedAt);
    if (call === 'lock.open' && isStill() && answer.ok && fieldOf(answer.output, 'ok') === true)
      this.#verdicts.violated('lock: a wrong passphrase has opened it');
    const { journal } = this.#verdicts;
    if (call === 'lock.open' || call === 'lock.remove') this.#opening = Math.max(0, this.#opening - 1);
    if (call === 'lock.open')
      journal.met(
        answer.ok ? `the lock: ${fieldOf(answer.output, 'ok') === true ? 'opened' : 'not opened'}` : 'the lock: failed',
      );
    if (call === 'lock.remove' && answer.ok && fieldOf(answer.output, 'ok') === true) this.#isOn = false;
    if (call === 'lock.set' && answer.ok && fieldOf(answer.output, 'ok') === true) this.#isOn = true;
    if (call === 'lock.now' && answer.ok && fieldOf(answer.output, 'ok') === true && this.#opening === 0) {
      if (!this.#isShut) this.#turns += 1;
      this.#isShut = true;
      journal.met('the lock: locked');
    }
    if (!this.#isShut || ANSWERED.has(call)) return;
    // Whatever was under way when a copy took the place of the books fails with the life that it was asked of.
    if (!answer.ok && life !== this.#lives) return;
    if (answer.ok || answer.failure.kind !== 'locked')
      this.#verdicts.violated(`lock: a locked window was answered ${call}`);
    else journal.met('a locked window was refused');
  }

  #tried(told: unknown, askedAt: number): void {
    if (fieldOf(told, 'ok') !== true) {
      this.#waits(askedAt);
      return;
    }
    if (this.#isOn && this.#steady() < this.#opensAt)
      this.#verdicts.violated('lock: it was opened while wrong passphrases had to be waited after');
    [this.#wrong, this.#opensAt] = [0, Number.NEGATIVE_INFINITY];
  }

  pushed(event: string): void {
    if (this.#isShut && !TOLD.has(event)) this.#verdicts.violated(`lock: a locked window was told ${event}`);
  }

  notified({ title }: { readonly title: string }): void {
    if (this.#isShut && title !== LOCKED_NOTICE.title)
      this.#verdicts.violated(`lock: of a locked console people were told: ${title}`);
  }

  /** A request left. */
  left(): void {
    if (this.#isShut) this.#verdicts.journal.met('the console went on behind its lock');
  }
}
