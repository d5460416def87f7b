/** The lock: a locked window is told nothing and gets nothing, and no end of the console opens it. That jobs go on behind it the other judges see. */
import type { AnswerFrame } from '../../../src/contract/envelope.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { LOCKED_NOTICE } from '../../../src/domain/news/notice.ts';
import type { Files } from './files.ts';
import { WRONG } from '../support-week.ts';
import type { Verdicts } from './verdicts.ts';

/** What a locked console answers, and what it tells. */
const ANSWERED: ReadonlySet<string> = new Set(['lock.status', 'lock.open', 'lock.now']);
const TOLD: ReadonlySet<string> = new Set(['lock.changed', 'heartbeat']);

/** A call at the moment in which it was asked. */
interface AskedOfLock {
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

  constructor(verdicts: Verdicts, files: Files) {
    this.#verdicts = verdicts;
    this.#files = files;
  }

  /** Another life: a console that has a passphrase starts locked. `isOwn`: it has put a copy back, which neither brings a lock nor takes one away. */
  begun(isOwn: boolean): void {
    this.#lives += 1;
    this.#opening = 0;
    this.#turns += 1;
    const found = this.#files.books((file) => file.all(`SELECT value FROM settings WHERE key = 'lock'`).length);
    if (!isOwn) this.#isOn = (found ?? 0) > 0;
    this.#isShut = this.#isOn;
    if (this.#isShut) this.#verdicts.journal.met('a console started locked');
  }

  asked(call: string, input: unknown): AskedOfLock {
    const [turns, isShut, isAlone, life] = [this.#turns, this.#isShut, this.#opening === 0, this.#lives];
    const isStill = (): boolean => isShut && this.#turns === turns;
    if (call !== 'lock.open' && call !== 'lock.remove') return { isStill, life };
    this.#opening += 1;
    this.#isShut = false;
    const isWrong = fieldOf(input, 'passphrase') === WRONG && isShut && isAlone;
    return { isStill: () => isWrong && this.#turns === turns && this.#opening === 1, life };
  }

  /** What `asked` has answered comes back with the answer. */
  answered(call: string, answer: AnswerFrame | null, { isStill, life }: AskedOfLock): void {
    if (answer === null) return;
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
